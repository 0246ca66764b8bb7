/** A newer version of this page, which is taken when somebody asks for it. */

import { signal } from "@preact/signals";
import { folder } from "./place";

/** How it is taken; null: there is none, as far as is known. */
export const renewal = signal<(() => void) | null>(null);

/** Let somebody take it. */
export function offer(take: () => void): void {
  renewal.value = take;
}

/** The file of this script, whose name says what is in it. */
const OWN = import.meta.url.slice(folder.href.length);

/** Ask whoever serves the page whether it still begins with this script. */
export async function lookForRenewal(): Promise<void> {
  try {
    const first = await fetch("page.js", { cache: "no-cache" });
    if (first.ok && !(await first.text()).includes(OWN)) offer(() => location.reload());
  } catch {
    // without a connection there is nothing newer
  }
}
