/** The page without a network: a service worker keeps all its files after the first visit. */

import { scriptOf } from "./place";

/** Have the files kept, once the service is there and the network has nothing better to do. */
export async function keepForLater(): Promise<void> {
  try {
    await (navigator.serviceWorker as ServiceWorkerContainer | undefined)?.register(scriptOf("sw.js"));
  } catch {
    return; // such as in a private window; the page works as long as there is a network
  }
}
