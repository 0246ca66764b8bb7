/** The worker in which the cells of a notebook run: Python, with the package, of this folder. */

import { countBytes, fetchRest } from "../tab/packs";
import { started } from "../tab/python";
import program from "./run_cell.py";
import type { FromRunner, Kind, Output, ToRunner } from "./says";

type Show = (kind: Kind, text: string) => void;
type Run = (source: string, name: string, each: boolean, show: Show) => string;

const MOST = 100_000; // characters that one cell may show
const CUT = `\n... only the first ${MOST.toLocaleString("en")} characters are shown\n`;
const EVERY_MS = 100; // a loop that prints must not flood the page

function say(message: FromRunner): void {
  self.postMessage(message);
}

/** What one cell shows, passed on a few times a second. */
class CellOutput {
  private parts: Output[] = [];
  private size = 0;
  private last = performance.now();

  constructor(private readonly id: number) {}

  add(kind: Kind, text: string): void {
    const room = MOST - this.size;
    if (room <= 0 && kind !== "error") return;
    this.size += text.length;
    this.put(kind, kind === "error" || text.length <= room ? text : text.slice(0, room) + CUT);
    if (performance.now() - this.last > EVERY_MS) this.pass();
  }

  private put(kind: Kind, text: string): void {
    const end = this.parts.at(-1);
    if (end?.kind === kind) end.text += text;
    else this.parts.push({ kind, text });
  }

  pass(): void {
    if (this.parts.length > 0) say({ is: "output", id: this.id, parts: this.parts });
    this.parts = [];
    this.last = performance.now();
  }
}

async function start(): Promise<Run> {
  countBytes((bytes) => say({ is: "loading", bytes }));
  const python = await started();
  await fetchRest();
  return python.runPython(`${program}\nrun\n`, { globals: python.toPy({ __name__: "cell" }) }) as Run;
}

function fail(error: unknown): void {
  say({ is: "failed", reason: String(error).trim().split("\n").at(-1) ?? "" });
}

const running = start();
running.catch(fail);

self.onmessage = async ({ data }: MessageEvent<ToRunner>) => {
  const run = await running;
  const output = new CellOutput(data.id);
  say({ is: "begun", id: data.id });
  try {
    const error = run(data.source, data.name, data.each, (kind, text) => output.add(kind, text));
    output.pass();
    say({ is: "done", id: data.id, error });
  } catch (error) {
    fail(error); // Python itself has come to an end, as after too deep a recursion
  }
};
