/** What the browser does not save for this page, in one line, and a file of it. */

import { signal } from "@preact/signals";
import { lasting } from "./browser";
import { listed, t } from "./catalogue";

type Loss = "settings" | "sheets" | "tables";

const unsaved = signal<readonly Loss[]>([]);
/** Those that somebody has read of. */
const read = signal<readonly Loss[]>([]);
/** Saves score sheets to a file; null: there are none to save. */
export const rescue = signal<(() => unknown) | null>(null);

/** Something is lost with this page. */
export function lose(...what: Loss[]): void {
  const more = what.filter((each) => !unsaved.peek().includes(each));
  if (more.length > 0) unsaved.value = [...unsaved.peek(), ...more];
}

/** Something is saved again. */
export function regain(what: Loss): void {
  if (!unsaved.peek().includes(what)) return;
  unsaved.value = unsaved.peek().filter((each) => each !== what);
  read.value = read.peek().filter((each) => each !== what);
}

export function isLost(what: Loss): boolean {
  return unsaved.value.includes(what);
}

lasting.whenRefused(() => lose("settings"));

export function Unsaved() {
  const isShown = unsaved.value.some((each) => !read.value.includes(each));
  const losses = listed(unsaved.value.map((each) => t(`unsaved_${each}`)));
  const save = isLost("sheets") ? rescue.value : null;
  return (
    <div class={isShown ? "connection shown" : "connection"} role="status">
      {isShown && (
        <>
          <span>{t("unsaved", { what: losses })}</span>
          {save !== null && (
            <button type="button" onClick={() => void save()}>
              {t("unsaved_file")}
            </button>
          )}
          <button
            type="button"
            onClick={() => {
              read.value = unsaved.value;
            }}
          >
            {t("dismiss")}
          </button>
        </>
      )}
    </div>
  );
}
