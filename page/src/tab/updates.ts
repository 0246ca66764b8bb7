/**
 * A newer build of the site. The service worker fetches its files beside those of this one, which
 * stay until all windows are closed, or until somebody asks for the newer one.
 *
 * It imports nothing, so that a served page, which has no use for it, is not cut into more files.
 */

const LOOK_MS = 3_600_000; // at a table that stays open nothing else makes a browser look

/**
 * Have a newer build offered as soon as all of its files are here.
 *
 * `offer` gets what takes it; `compare` is called when the files may be those of another build than
 * this window's.
 */
export async function watchUpdates(offer: (take: () => void) => void, compare: () => void): Promise<void> {
  const workers = serviceWorkers();
  if (workers === undefined) return;
  let isFirst = workers.controller === null;
  workers.addEventListener("controllerchange", () => {
    if (isFirst) compare();
    else offer(() => location.reload()); // another window has taken it
    isFirst = false;
  });
  const registration = await workers.ready;
  const look = () => {
    const { waiting } = registration;
    if (waiting === null) return;
    offer(() => {
      workers.addEventListener("controllerchange", () => location.reload());
      waiting.postMessage("take over");
    });
  };
  look();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", look);
  });
  window.setInterval(() => registration.update().catch(() => undefined), LOOK_MS);
}

/** Undefined: the browser refuses them, or knows none. */
function serviceWorkers(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}
