/** A text that is passed on: by the window of a phone for that, else it is copied. */

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { canShare, copy, share } from "../base/sharing";
import { t } from "../base/lazytexts";
import { isTouched } from "../base/screen";
import { Button } from "./button";

interface ShareTextProps {
  text: string;
  label: string;
  /** Of the button. */
  class?: string;
  /** More buttons. */
  children?: ComponentChildren;
}

export function ShareText({ text, label, class: kind = "main", children }: ShareTextProps) {
  const place = useRef<HTMLPreElement>(null);
  const copied = useSignal<"" | "copied" | "by_hand">("");
  const passOn = async () => {
    if (isTouched.value && canShare() && (await share({ text }))) return;
    if (place.current !== null) copied.value = (await copy(text, place.current)) ? "copied" : "by_hand";
  };
  return (
    <>
      <div class="buttons">
        <Button class={kind} text={copied.value === "copied" ? t("copied") : label} press={() => passOn()} />
        {children}
      </div>
      <p role="status">{copied.value === "by_hand" && t("copy_by_hand")}</p>
      <pre
        class="share-text"
        data-open={copied.value !== ""}
        ref={place}
        tabIndex={0}
        role="region"
        aria-label={label}
      >
        {text}
      </pre>
    </>
  );
}
