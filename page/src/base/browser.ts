/**
 * All that a browser may refuse: storage, locks, files for later, sharing, sounds, messages. Each
 * question has an answer for no, so that the page plays on without.
 */

/** What a question brings; null: the browser refuses, or knows no such thing. */
export function permitted<T>(ask: () => T | null | undefined): T | null {
  try {
    return ask() ?? null;
  } catch {
    return null;
  }
}

/** Whether something is done; false: the browser refuses, at once or later. */
export async function isDone(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch {
    return false;
  }
}

// --- storage

/** Texts by key. Those that the browser does not save last as long as the page. */
class Texts {
  private readonly unsaved = new Map<string, string>();
  private isRefused = false;
  private refused: () => void = () => {};

  constructor(private readonly store: () => Storage) {}

  /** Have something done as soon as the browser does not read or save. */
  whenRefused(then: () => void): void {
    this.refused = then;
    if (this.isRefused) then();
  }

  read(key: string): string | null {
    try {
      return this.unsaved.get(key) ?? this.store().getItem(key);
    } catch {
      this.refuse();
      return null;
    }
  }

  write(key: string, text: string): void {
    try {
      this.store().setItem(key, text);
      this.unsaved.delete(key);
    } catch {
      this.unsaved.set(key, text); // storage may be forbidden or full
      this.refuse();
    }
  }

  remove(key: string): void {
    this.write(key, "");
    permitted(() => this.store().removeItem(key));
  }

  private refuse(): void {
    this.isRefused = true;
    this.refused();
  }
}

/** Texts that all windows share, and find at the next visit. */
export const lasting = new Texts(() => localStorage);
/** Texts that this window keeps through a reload. */
export const passing = new Texts(() => sessionStorage);

/** The files that a service worker keeps. Rejects if it may keep none. */
export function openFiles(name: string): Promise<Cache> {
  return caches.open(name);
}

/** Have a service worker keep the files of the page; without, it needs a network. */
export function keepFiles(script: string | URL): Promise<boolean> {
  return isDone(() => navigator.serviceWorker.register(script));
}

/** Whether a service worker has kept the files of the page. */
export function hasFiles(): boolean {
  return permitted(() => navigator.serviceWorker.controller) !== null;
}

// --- other windows

/**
 * Take a name that one window has at a time; `lost`: another window has taken it.
 *
 * Resolves when no other window has it. Where there are no locks every window has all names.
 */
export function take(name: string, lost: () => void): Promise<void> {
  return new Promise((taken) => {
    const hold = () => {
      taken();
      return new Promise<never>(() => {});
    };
    const held = permitted(() => navigator.locks.request(name, { steal: true }, hold));
    if (held === null) taken();
    held?.catch((error: unknown) => {
      if (error instanceof DOMException && error.name === "AbortError") lost();
      else taken();
    });
  });
}

// --- calling somebody

/** Where sounds go; null: the page may make none. */
export function openAudio(): AudioContext | null {
  return permitted(() => new AudioContext());
}

/** Have a phone tremble, where it can, and once somebody has pressed something here. */
export function vibrate(ms: number): void {
  permitted(() => navigator.userActivation?.hasBeenActive !== false && navigator.vibrate(ms));
}

export type Leave = "granted" | "denied" | "none";

/** Whether the page may show messages of the browser; `none`: the browser has none for it. */
export function messageLeave(): Leave {
  const permission = window.isSecureContext ? permitted(() => Notification.permission) : null;
  return permission === "default" ? "denied" : (permission ?? "none");
}

/** Show a message of the browser, a press on which leads to this page; false: it is not shown. */
export function showMessage(title: string, options: NotificationOptions): boolean {
  const message = permitted(() => new Notification(title, options)); // some phones throw
  if (message === null) return false;
  message.onclick = () => {
    window.focus();
    message.close();
  };
  return true;
}
