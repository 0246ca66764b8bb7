/** A line of text to be typed and sent, and a line of the service that is shown until it is read. */

import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { t } from "../base/catalogue";
import { notice } from "../service/store";
import { Button } from "./button";
import { puts, typedInto } from "../base/putting";

interface LineFormProps {
  class: string;
  label: string;
  name: string;
  text: Signal<string>;
  /** Answers whether it was taken, so that the field is free for the next line. */
  send: (text: string) => boolean | Promise<boolean>;
  button: string;
  most: number;
  placeholder: string;
  isBad?: boolean;
  children?: ComponentChildren;
}

/** A field and its button. */
export function LineForm(props: LineFormProps) {
  const { text, isBad = false } = props;
  const submit = async (event: Event) => {
    event.preventDefault();
    const typed = text.value;
    if (typed.trim() === "" || !(await props.send(typed.trim()))) return;
    // the next line may have been begun while this one was on its way
    if (text.value === typed) text.value = "";
  };
  return (
    <form class={props.class} onSubmit={(event) => void submit(event)}>
      <label>
        <span>{props.label}</span>
        <input
          type="text"
          name={props.name}
          autoComplete="off"
          autoCapitalize="none"
          spellcheck={false}
          maxLength={props.most}
          placeholder={props.placeholder}
          aria-invalid={isBad}
          value={text.value}
          onInput={typedInto(text)}
        />
      </label>
      <button type="submit" class="quiet">
        {props.button}
      </button>
      {props.children}
    </form>
  );
}

interface NoticePlaceProps {
  show: (text: string) => ComponentChildren;
  more?: (rule: string) => ComponentChildren;
}

/** Where a refusal, a hint or news is told; `more` follows what has a ruling. */
export function NoticePlace({ show, more }: NoticePlaceProps) {
  const current = notice.value;
  return (
    <div class="notice-place" role="status">
      {current !== null && (
        <div class={`notice ${current.kind}`} data-waiting={current.isWaiting === true}>
          <p>{show(current.text)}</p>
          {current.rule !== undefined && current.rule !== "" && more?.(current.rule)}
          <Button text={t(current.isWaiting === true ? "cancel" : "dismiss")} press={puts(notice, null)} />
        </div>
      )}
    </div>
  );
}

/** A refusal on pages without a table. */
export function Notices() {
  return <NoticePlace show={(text) => text} />;
}
