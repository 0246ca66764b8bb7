/** Screens and windows that few come for: they are fetched when somebody asks for them. */

import { signal, useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../base/catalogue";
import { lookForRenewal, renewal } from "../base/renewal";
import { Dialog } from "./dialog";
import { Button } from "./button";
import { puts } from "../base/putting";

type Part = ComponentType<{ subject: string }>;

/** What each of them is called. */
type Name =
  | "odds"
  | "values"
  | "history"
  | "played"
  | "match"
  | "review"
  | "sheet"
  | "camera"
  | "cards"
  | "daily"
  | "deals"
  | "learn"
  | "puzzle"
  | "replay"
  | "likings"
  | "new"
  | "change"
  | "check"
  | "as_text"
  | "invite"
  | "invitation"
  | "rules"
  | "seats";
/** Those that look as what is there from the beginning. */
const PLAIN: readonly Name[] = ["check", "rules", "seats"];
const brought = signal<Partial<Record<Name, Part>>>({});
const missing = signal(false);

let fetchParts: (() => Promise<Record<Name, Part>>) | null = null;

/** Where they are fetched from: the rooms above, of which this one knows nothing. */
export function laterFrom(fetch: () => Promise<Record<Name, Part>>): void {
  fetchParts = fetch;
}

let dressed: Promise<void> | null = null;

/** Fetch how these screens look. */
function dress(): Promise<void> {
  dressed ??= new Promise((done, fail) => {
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.href = "later.css";
    sheet.onload = () => done();
    sheet.onerror = () => {
      dressed = null;
      fail(new Error(sheet.href));
    };
    document.head.append(sheet);
  });
  return dressed;
}

/** Fetch one of them, unless there is no connection. */
async function bring(at: Name): Promise<boolean> {
  try {
    missing.value = false;
    const [parts] = await Promise.all([fetchParts?.(), PLAIN.includes(at) ? undefined : dress()]);
    brought.value = { ...brought.value, ...(parts && { [at]: parts[at] }) };
  } catch {
    missing.value = true;
    void lookForRenewal(); // they go with their version
  }
  return !missing.value;
}

export interface LaterProps {
  at: Name;
  subject: string;
  /** What is done when it cannot be fetched. */
  missed?: () => void;
}

/** One of these parts: `of` says of what, such as of which game. */
export function Later({ at, subject, missed }: LaterProps) {
  const Found = brought.value[at];
  useEffect(() => {
    if (Found === undefined) void bring(at).then((isThere) => isThere || missed?.());
  }, [at]);
  if (Found !== undefined) return <Found subject={subject} />;
  const reason = renewal.value === null ? "not_connected" : "newer";
  return <p role="status">{t(missing.value ? reason : "loading")}</p>;
}

interface LaterButtonProps {
  label: string;
  /** Of the window; the label unless another one is given. */
  title?: string;
  class?: string;
  at: Name;
  subject: string;
}

/** A button that opens a window with one of these parts. */
export function LaterButton({ label, title = label, class: more = "", at, subject }: LaterButtonProps) {
  const isOpen = useSignal(false);
  return (
    <>
      <Button class={`quiet ${more}`} text={label} press={puts(isOpen, true)} />
      {isOpen.value && (
        <Dialog title={title} onClose={puts(isOpen, false)}>
          <Later at={at} subject={subject} />
        </Dialog>
      )}
    </>
  );
}
