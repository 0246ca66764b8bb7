/** What a browser may refuse, see `browser.ts`, and only screens that are fetched later ask for. */

import { isDone, messageLeave, permitted } from "./browser";
import type { Leave } from "./browser";

/** Open a database; without `setUp` it has to be there. Rejects if the page may have none. */
export function openDatabase(name: string, setUp?: (database: IDBDatabase) => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      if (setUp === undefined) request.transaction?.abort();
      else setUp(request.result);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no database"));
  });
}

/** Ask the browser not to clear what is stored here when it needs room; whether it will not. */
export function askToStay(): Promise<boolean> {
  return isDone(() => navigator.storage.persist());
}

/** What one window tells the others of this browser; null: they hear nothing. */
export function openChannel(name: string): BroadcastChannel | null {
  return permitted(() => new BroadcastChannel(name));
}

/** Ask the person whether the page may show messages; a press on something must have led here. */
export async function askMessageLeave(): Promise<Leave> {
  if (messageLeave() === "denied") await isDone(() => Notification.requestPermission());
  return messageLeave();
}
