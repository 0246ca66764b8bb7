/** What a page with cells and the worker that runs them say to each other. */

export interface ToRunner {
  id: number;
  source: string;
  /** What a traceback calls the cell. */
  name: string;
  /** Show the value of every expression, not of the last one alone. */
  each: boolean;
}

export type Kind = "stdout" | "stderr" | "result" | "html" | "error";

export interface Output {
  kind: Kind;
  text: string;
}

/** `error`: the class of the error that ended a cell, or "". */
export type FromRunner =
  | { is: "loading"; bytes: number }
  | { is: "begun"; id: number }
  | { is: "output"; id: number; parts: Output[] }
  | { is: "done"; id: number; error: string }
  | { is: "failed"; reason: string };
