/**
 * The database of the browser as a shelf of texts by keys: see `dealt.service.tab.tab`, which asks
 * for `write`, `read` and `read_all`.
 */

import { openDatabase } from "./browserlater";

const STORE = "kept";

interface Entry {
  key: string;
  text: string;
}

export class Shelf {
  private constructor(
    private readonly name: string,
    private database: IDBDatabase,
    private readonly whenClosed: () => void,
  ) {}

  /** Null: the browser saves nothing for this page. `whenClosed`: somebody may have deleted it since. */
  static async open(name: string, whenClosed: () => void = () => {}): Promise<Shelf | null> {
    try {
      const database = await openDatabase(name, (made) => {
        made.createObjectStore(STORE, { keyPath: "key" });
      });
      return new Shelf(name, watched(database, whenClosed), whenClosed);
    } catch {
      return null;
    }
  }

  /**
   * A transaction. Some browsers close the database of a page that sleeps: it is opened anew, unless
   * somebody has deleted it.
   */
  private async begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
    const start = () => this.database.transaction(STORE, mode, { durability: "strict" });
    try {
      return start();
    } catch {
      this.database = watched(await openDatabase(this.name), this.whenClosed);
      return start();
    }
  }

  /** Keep and remove texts, all or none: false if a new key is there. On the disk when it returns. */
  async write(fresh: string, changed: string, gone = "[]"): Promise<boolean> {
    const change = await this.begin("readwrite");
    return new Promise((resolve, reject) => {
      const store = change.objectStore(STORE);
      let isThere = false;
      for (const entry of entries(fresh)) {
        store.add(entry).onerror = (event) => {
          isThere = (event.target as IDBRequest).error?.name === "ConstraintError";
        };
      }
      for (const entry of entries(changed)) store.put(entry);
      for (const key of JSON.parse(gone) as string[]) store.delete(key);
      change.oncomplete = () => resolve(true);
      change.onabort = () => {
        if (isThere) resolve(false);
        else reject(change.error ?? new Error("not kept"));
      };
    });
  }

  /**
   * Put other texts in the place of those that keys have, all or none; null: no text. No window
   * writes in between. On the disk when it returns.
   */
  async change(
    keys: readonly string[],
    next: (texts: (string | null)[]) => (string | null)[],
  ): Promise<void> {
    const change = await this.begin("readwrite");
    return new Promise((resolve, reject) => {
      const store = change.objectStore(STORE);
      const requests = keys.map((key) => store.get(key) as IDBRequest<Entry | undefined>);
      let failure: unknown = null;
      const put = () => {
        const texts = next(requests.map(({ result }) => result?.text ?? null));
        for (const [i, key] of keys.entries()) {
          const text = texts[i] ?? null;
          if (text === null) store.delete(key);
          else if (text !== requests[i]?.result?.text) store.put({ key, text });
        }
      };
      requests.at(-1)?.addEventListener("success", () => {
        try {
          put();
        } catch (error) {
          failure = error;
          change.abort();
        }
      });
      change.oncomplete = () => resolve();
      change.onabort = () => reject(failure ?? change.error ?? new Error("not kept"));
    });
  }

  /** The text of a key as JSON; null if there is none. */
  async read(key: string): Promise<string> {
    const entry = await this.ask<Entry | undefined>((store) => store.get(key));
    return JSON.stringify(entry?.text ?? null);
  }

  /** All texts of keys that begin so, by their keys, as JSON. */
  async read_all(prefix: string): Promise<string> {
    const all = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    const matches = await this.ask<Entry[]>((store) => store.getAll(all));
    return JSON.stringify(Object.fromEntries(matches.map(({ key, text }) => [key, text])));
  }

  private async ask<T>(question: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const look = await this.begin("readonly");
    return new Promise((resolve, reject) => {
      const request = question(look.objectStore(STORE));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error("not read"));
    });
  }
}

/** A database that gives way when somebody deletes it. */
function watched(database: IDBDatabase, whenClosed: () => void): IDBDatabase {
  database.onversionchange = () => {
    database.close();
    whenClosed();
  };
  database.onclose = whenClosed;
  return database;
}

function entries(json: string): Entry[] {
  const texts = JSON.parse(json) as Record<string, string>;
  return Object.entries(texts).map(([key, text]) => ({ key, text }));
}
