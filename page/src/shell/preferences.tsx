/** The window with what a person likes; what is in it is fetched when it is opened. */

import { effect, signal } from "@preact/signals";
import { t } from "../base/catalogue";
import { Dialog } from "./dialog";
import { Later } from "./later";
import { place } from "../service/store";
import { puts } from "../base/putting";

const isOpen = signal(false);

export function openSettings(): void {
  isOpen.value = true;
}

effect(() => {
  void place.value; // the window closes when somebody leaves the screen
  isOpen.value = false;
});

export function Preferences() {
  if (!isOpen.value) return null;
  return (
    <Dialog title={t("settings")} onClose={puts(isOpen, false)}>
      <Later at="likings" subject="" />
    </Dialog>
  );
}
