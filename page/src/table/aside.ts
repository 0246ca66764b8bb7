/** Tables that nobody else sees: a guided round, the deal of the day. Drawn like any other table. */

import type { Board, Event, OpenAction, SheetData, TableFrame } from "../protocol";
import type { AnyZone } from "./zones";

/** As the service tells it, with a name and a version of the page's own. */
export interface Aside {
  name: string;
  game: string;
  title: string;
  names: readonly string[];
  seat: number;
  version: number;
  board: Board;
  zones: AnyZone[];
  actions: OpenAction[];
  log: Event[];
  /** Once it is over. */
  sheet?: SheetData | null;
  reasons?: SheetData | null;
}

/** What the boards, the hand and the actions need to know of such a table. */
export function aside(info: Aside): TableFrame {
  const seats = info.names.map((name, seat) => ({
    name,
    kind: seat === info.seat ? "person" : "bot",
    level: null,
    by: null,
    present: true,
    away: false,
    ready: true,
    committed: false,
    revealed: false,
    yours: seat === info.seat,
  }));
  return {
    is: "table",
    table: `${info.name} ${info.game}`,
    version: info.version,
    moved: info.version,
    phase: info.sheet == null ? "playing" : "over",
    title: info.title,
    settings: { game: info.game },
    options: {},
    rounds: null,
    host: false,
    may_sit: false,
    seats,
    match: 1,
    round: 1,
    turn: info.board.ask?.seat ?? null,
    undo: false,
    deadline: null,
    board: info.board,
    own: { seat: info.seat, zones: info.zones, actions: info.actions },
    log: info.log,
    sheet: info.sheet ?? null,
    reasons: info.reasons ?? null,
    outcome: "",
    winners: [],
    chance: null,
    next: null,
    chat: [],
    archived: "",
  } as unknown as TableFrame;
}
