/** Passing something on: by the window of the device for that, or copied. A browser may refuse both. */

import { isDone, permitted } from "./browser";

/** Whether the device has a window of its own to share something. */
export function canShare(): boolean {
  return permitted(() => navigator.share) !== null;
}

/** Whether it shares files like this one, too. */
export function canShareFile(file: File): boolean {
  return permitted(() => navigator.canShare({ files: [file] })) === true;
}

/** Share something; false: the device refuses. Whoever closes its window has changed their mind. */
export async function share(content: ShareData): Promise<boolean> {
  try {
    await navigator.share(content);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}

/**
 * Copy a text that is shown somewhere; false: it is selected there, to be copied by hand.
 *
 * Only pages that came by https or from this machine have a clipboard to write to. Elsewhere the text
 * is copied in the way of old browsers, if they still know it.
 */
export async function copy(text: string, place: HTMLElement): Promise<boolean> {
  if (await isDone(() => navigator.clipboard.writeText(text))) return true;
  place.focus();
  if (place instanceof HTMLInputElement) place.select();
  else window.getSelection()?.selectAllChildren(place);
  return permitted(() => document.execCommand("copy")) === true;
}
