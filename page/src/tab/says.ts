/** What a page and the worker with its service say to each other. */

/**
 * `isFirst`: the files come from afar, and how much has come is worth to be told. `isMine`: what
 * happens at tables is decided here, and not in another window.
 */
export type ToWorker =
  | { do: "start"; database: string; isFirst: boolean }
  | { do: "decide"; isMine: boolean }
  /** A table of this game will be opened. */
  | { do: "want"; game: string }
  | { do: "open" }
  | { do: "close" }
  | { do: "frame"; text: string }
  | { do: "ask"; id: number; method: string; path: string; headers: string; body: string };

export type FromWorker =
  | { is: "progress"; bytes: number; total: number }
  | { is: "ready"; isSaved: boolean }
  /** All has come that any table may need. */
  | { is: "whole" }
  | { is: "failed"; reason: string }
  | { is: "frame"; text: string }
  | { is: "reply"; id: number; reply: string };
