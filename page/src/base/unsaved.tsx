/** What the browser does not save for this page, in one line. */

import { signal } from "@preact/signals";
import { lasting } from "./browser";
import { listed, t } from "./catalogue";

type Loss = "settings" | "sheets" | "tables";

const unsaved = signal<readonly Loss[]>([]);
const isRead = signal(false);

/** Something is lost with this page. */
export function lose(...what: Loss[]): void {
  const more = what.filter((each) => !unsaved.peek().includes(each));
  if (more.length > 0) unsaved.value = [...unsaved.peek(), ...more];
}

lasting.whenRefused(() => lose("settings", "sheets"));

export function Unsaved() {
  const isShown = unsaved.value.length > 0 && !isRead.value;
  const losses = listed(unsaved.value.map((each) => t(`unsaved_${each}`)));
  return (
    <div class={isShown ? "connection shown" : "connection"} role="status">
      {isShown && (
        <>
          <span>{t("unsaved", { what: losses })}</span>
          <button
            type="button"
            onClick={() => {
              isRead.value = true;
            }}
          >
            {t("dismiss")}
          </button>
        </>
      )}
    </div>
  );
}
