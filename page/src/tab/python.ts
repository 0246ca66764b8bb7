/** Python on WebAssembly with the package, in a worker. */

import later from "./later.py";
import { CORE, WASM, fetchAtOnce, fetchInTurn, fetchPack, write, writeTo } from "./packs";
import type { FileSystem } from "./packs";

/** A module of Python. */
// biome-ignore lint/suspicious/noExplicitAny: anything can be asked of it
export type PythonModule = any;

interface Pyodide {
  FS: FileSystem;
  runPython(code: string, options?: { globals: PythonModule }): unknown;
  toPy(value: object): PythonModule;
  pyimport(name: string): PythonModule;
}

interface Options {
  indexURL: string;
  lockFileURL: string;
  checkAPIVersion: boolean;
  env: Record<string, string>;
  fsInit: (files: FileSystem) => Promise<void>;
}
interface Loader {
  loadPyodide(options: Options): Promise<Pyodide>;
}

const LIBRARY = "/lib/python3.14";

/** Start Python and import a module of the package. */
export async function python(module: string): Promise<PythonModule> {
  return (await started()).pyimport(module);
}

/** Start Python, with the package where it is looked for. */
export async function started(): Promise<Pyodide> {
  const wasm = fetchInTurn(WASM);
  const own = Promise.all(["python", "dealt"].map(fetchPack));
  // Pyodide asks for both; its whole library is in our packs
  const given: Record<string, () => Response | Promise<Response>> = {
    [new URL(WASM, CORE).href]: () => wasm,
    [new URL("python_stdlib.zip", CORE).href]: () => new Response(),
  };
  const fetched = self.fetch.bind(self);
  self.fetch = async (asked, init) => {
    const url = new URL(asked instanceof Request ? asked.url : asked, self.location.href).href;
    return given[url]?.() ?? fetched(asked, init);
  };
  const { loadPyodide } = (await import(new URL("pyodide.mjs", CORE).href)) as Loader;
  const pyodide = await loadPyodide({
    indexURL: CORE.href,
    lockFileURL: new URL("pyodide-lock.json", CORE).href,
    checkAPIVersion: true,
    env: { PYTHONPATH: LIBRARY },
    fsInit: async (files) => {
      writeTo(files);
      await fetchPack("python");
    },
  });
  await own;
  const begin = pyodide.runPython(`${later}\nbegin\n`, {
    globals: pyodide.toPy({ __name__: "later" }),
  }) as PythonModule;
  begin(`${LIBRARY}/owners.json`, fetchAtOnce, (pack: Uint8Array) => write(pyodide.FS, pack));
  return pyodide;
}
