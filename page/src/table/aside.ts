/** Tables that nobody else sees: a guided round, the deal of the day. Drawn like any other table. */

import type { Board, Event, OpenAction, TableFrame } from "../protocol";
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
}

/** What the boards, the hand and the actions need to know of such a table. */
export function aside(told: Aside): TableFrame {
  const seats = told.names.map((name, seat) => ({
    name,
    kind: seat === told.seat ? "person" : "bot",
    level: null,
    by: null,
    present: true,
    away: false,
    ready: true,
    committed: false,
    revealed: false,
    yours: seat === told.seat,
  }));
  return {
    is: "table",
    table: `${told.name} ${told.game}`,
    version: told.version,
    moved: told.version,
    phase: "playing",
    title: told.title,
    settings: { game: told.game },
    options: {},
    rounds: null,
    host: false,
    may_sit: false,
    seats,
    match: 1,
    round: 1,
    turn: told.board.ask?.seat ?? null,
    undo: false,
    deadline: null,
    board: told.board,
    own: { seat: told.seat, zones: told.zones, actions: told.actions },
    log: told.log,
    sheet: null,
    reasons: null,
    outcome: "",
    winners: [],
    chance: null,
    next: null,
    chat: [],
  } as unknown as TableFrame;
}
