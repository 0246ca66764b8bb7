/** Where this page is served from, and whether a server is behind it. */

/** Whether the service runs in this tab. */
export const isInTab = document.querySelector('meta[name="dealt-tab"]') !== null;

/** The folder of the page, under whatever prefix: names of what the browser keeps have it in them. */
export const folder = new URL(".", document.baseURI);

/** The types that a browser asks for before a script may be started, as far as we need them. */
interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

const trusted = (globalThis as { trustedTypes?: Policies }).trustedTypes;
const scripts = ["worker.js", "sw.js"];
const policy = isInTab
  ? trusted?.createPolicy("dealt", {
      createScriptURL: (name) => {
        if (!scripts.includes(name)) throw new TypeError(name);
        return new URL(name, folder).href;
      },
    })
  : undefined;

/** The address of one of our own scripts. */
export function scriptOf(name: string): string {
  return policy?.createScriptURL(name) ?? new URL(name, folder).href;
}
