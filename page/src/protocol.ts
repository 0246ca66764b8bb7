/** What the service says, as types; tests/page compares the names with the service's own schema. */

export const PROTOCOL = 1;

export interface Settings {
  game: string;
  seats: number;
  options: Record<string, string | number>;
  rounds: number | null;
  public: boolean;
  move_s: number | null;
  stand_in_s: number | null;
  stand_in: string;
}

export interface OptionInfo {
  name: string;
  meaning: string;
  default: string;
  choices: string[] | null;
  range: [number, number] | null;
}

export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  seats: number[];
  rounds: number | null;
  open_ended: boolean;
  low_wins: boolean;
  options: OptionInfo[];
  levels: string[];
}

export interface TableRow {
  table: string;
  game: string;
  title: string;
  names: string[];
  free: number;
  phase: string;
  yours: boolean;
}

export interface SeatInfo {
  name: string | null;
  kind: "empty" | "person" | "bot";
  level: string | null;
  by: string | null;
  present: boolean;
  away: boolean;
  ready: boolean;
  committed: boolean;
  revealed: boolean;
  yours: boolean;
}

export interface OpenAction {
  id: number;
  text: string;
  cards: string[];
  /** In the language of the page, where that is not as in `text`. */
  said?: string;
}

export interface PenneyBoard {
  game: "penney";
  scoring: string;
  starter: number;
  choices: (string | null)[];
  tricks: number[];
  cards: number[];
  drawn: string;
}

export interface ThreeCardPokerBoard {
  game: "three-card-poker";
  model: string;
  outcome: string;
  hand: string[] | null;
  dealer: string[] | null;
}

export interface LaidDown {
  runs: string[][];
  melds: string[][];
}

export interface MasonRummyBoard {
  game: "mason-rummy";
  drawing: boolean;
  counts: number[];
  top: string | null;
  discards: number;
  stock: number;
  groups: LaidDown[];
}

export interface PresidentPlayer {
  seat: number;
  cards: number;
  passed: boolean;
  place: number | null;
  role: string | null;
}

export interface PresidentBoard {
  game: "president";
  giving: boolean;
  must_contain: string | null;
  players: PresidentPlayer[];
  previous: string[] | null;
  previous_type: string | null;
  mover: number | null;
  asked: string;
}

export interface TrancaSequence {
  number: number;
  cards: string[];
  missing: number;
  dirty: boolean;
  canastra: string;
}

export interface TrancaSide {
  seats: number[];
  dollars: string[];
  morto: string;
  sequences: TrancaSequence[];
}

export interface TrancaBoard {
  game: "tranca";
  drawing: boolean;
  counts: number[];
  pile: string[];
  stock: number;
  mortos: number;
  sides: TrancaSide[];
}

export type Board =
  | PenneyBoard
  | ThreeCardPokerBoard
  | MasonRummyBoard
  | PresidentBoard
  | TrancaBoard;

export interface OwnView {
  game: string;
  hand?: string[];
  chosen?: string[];
  gave?: string[];
  got?: string[];
}

export interface OwnPart {
  seat: number;
  view: OwnView | null;
  text: string;
  actions: OpenAction[];
}

export interface Chance {
  match: number;
  round: number;
  commitment: string;
  commitments: (string | null)[];
  entropy: (string | null)[];
}

export interface SheetData {
  title: string;
  columns: string[];
  rows: (string | number)[][];
  notes: string[];
}

export interface Line {
  who: string;
  text: string;
}

export type Phase = "seating" | "revealing" | "playing" | "between" | "over";

export interface TableFrame {
  is: "table";
  table: string;
  version: number;
  moved: number;
  phase: Phase;
  title: string;
  settings: Settings;
  options: Record<string, string>;
  rounds: number | null;
  host: boolean;
  may_sit: boolean;
  seats: SeatInfo[];
  match: number;
  round: number;
  turn: number | null;
  undo: boolean;
  deadline: number | null;
  board: Board | null;
  own: OwnPart | null;
  log: string[];
  sheet: SheetData | null;
  reasons: SheetData | null;
  outcome: string;
  winners: string[];
  chance: Chance | null;
  next: Chance | null;
  chat: Line[];
}

export interface Welcome {
  is: "welcome";
  protocol: number;
  person: string;
  name: string;
  games: GameInfo[];
  language: string;
}

interface Answer {
  ack: number | null;
}

export interface Tables extends Answer {
  is: "tables";
  tables: TableRow[];
}

export interface Done extends Answer {
  is: "done";
  table: string | null;
  version: number | null;
}

export interface RefusedFrame extends Answer {
  is: "refused";
  code: string;
  why: string;
}

export interface Told extends Answer {
  is: "told";
  text: string;
}

export interface Said {
  is: "said";
  table: string;
  who: string;
  text: string;
}

export interface LogFrame extends Answer {
  is: "log";
  table: string;
  round: number;
  lines: string[];
}

export interface Step {
  line: string;
  turn: number | null;
  board: Board | null;
  view: OwnView | null;
  text: string;
}

export interface StepsFrame extends Answer {
  is: "steps";
  table: string;
  match: number;
  round: number;
  names: string[];
  seats: number[];
  seat: number | null;
  first: number;
  total: number;
  outcome: string;
  steps: Step[];
}

export interface ReceiptFrame extends Answer {
  is: "receipt";
  receipt: Record<string, unknown>;
}

export interface RecordFrame extends Answer {
  is: "record";
  record: Record<string, unknown>;
}

export interface Link extends Answer {
  is: "link";
  kind: string;
  code: string;
}

export interface Closing {
  is: "closing";
  code: string;
  why: string;
}

export interface Pong extends Answer {
  is: "pong";
}

export type ServerFrame =
  | Welcome
  | Tables
  | TableFrame
  | Done
  | RefusedFrame
  | Told
  | Said
  | LogFrame
  | StepsFrame
  | ReceiptFrame
  | RecordFrame
  | Link
  | Closing
  | Pong;

export type Reply = Extract<ServerFrame, Answer>;

/** A message of the client; the service reads it strictly, so every field is one of its own. */
export type Message = { do: string } & Record<string, unknown>;
