/** Python on WebAssembly with the package, in a worker; all files lie in the folder `core`. */

/** A module of Python. */
// biome-ignore lint/suspicious/noExplicitAny: anything can be asked of it
export type PythonModule = any;

interface Pyodide {
  unpackArchive(data: ArrayBuffer, format: string): void;
  FS: { writeFile(path: string, data: Uint8Array): void };
  runPython(code: string, options?: { globals: PythonModule }): unknown;
  toPy(value: object): PythonModule;
  pyimport(name: string): PythonModule;
}

interface Loader {
  loadPyodide(options: { indexURL: string; lockFileURL: string; checkAPIVersion: boolean }): Promise<Pyodide>;
}

import { PACKED, unpacked } from "./packed";

const CORE = new URL("core/", self.location.href);
const PACKAGE = "/lib/dealt.zip";
/** Those that Pyodide asks for by itself, too. */
const PACKED_FILES = ["pyodide.asm.wasm", "python_stdlib.zip", "dealt.zip"].map(
  (name) => new URL(name, CORE).href,
);

const fetched = self.fetch.bind(self);
let tellBytes: ((bytes: number) => void) | null = null;
self.fetch = async (asked, init) => {
  const url = new URL(asked instanceof Request ? asked.url : asked, self.location.href).href;
  if (!PACKED_FILES.includes(url)) return counted(await fetched(asked, init));
  return unpacked(counted(await fetched(url + PACKED, init)));
};

/** Start Python and import a module of the package. */
export async function python(module: string): Promise<PythonModule> {
  return (await started()).pyimport(module);
}

/** Start Python, with the package where it is looked for. */
export async function started(): Promise<Pyodide> {
  const files = Promise.all([bytesOf("dealt.zip"), bytesOf("msgspec.whl")]);
  const { loadPyodide } = (await import(new URL("pyodide.mjs", CORE).href)) as Loader;
  const lockFileURL = new URL("pyodide-lock.json", CORE).href;
  const pyodide = await loadPyodide({ indexURL: CORE.href, lockFileURL, checkAPIVersion: true });
  const [own, wheel] = await files;
  pyodide.unpackArchive(wheel, "wheel");
  pyodide.FS.writeFile(PACKAGE, new Uint8Array(own));
  pyodide.runPython(`import sys; sys.path.insert(0, "${PACKAGE}")`);
  return pyodide;
}

async function bytesOf(name: string): Promise<ArrayBuffer> {
  const response = await fetch(new URL(name, CORE));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.arrayBuffer();
}

/** Tell, from now on, how many bytes have been fetched. */
export function countBytes(tell: (bytes: number) => void): void {
  tellBytes = tell;
}

let total = 0;

function counted(response: Response): Response {
  if (response.body === null || tellBytes === null) return response;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, out) {
      total += chunk.byteLength;
      tellBytes?.(total);
      out.enqueue(chunk);
    },
  });
  const { status, headers } = response;
  return new Response(response.body.pipeThrough(counter), { status, headers });
}
