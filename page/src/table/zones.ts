/** What lies on a table, for any game: its zones, and who they belong to. */

import type { Board, Group, Hand, OpenAction, TableFrame } from "../protocol";

export type AnyZone = Board["zones"][number];

/** All zones; the reader's own ones stand for the open ones of the same id. */
export function zonesOf(frame: TableFrame): AnyZone[] {
  const ownZones = new Map((frame.own?.zones ?? []).map((zone) => [zone.id, zone]));
  return (frame.board?.zones ?? []).map((zone) => ownZones.get(zone.id) ?? zone);
}

/** Zones that only the reader knows of, such as cards that were given away. */
export function ownOnly(frame: TableFrame): Group[] {
  const open = new Set((frame.board?.zones ?? []).map((zone) => zone.id));
  return (frame.own?.zones ?? []).flatMap((zone) =>
    zone.kind === "group" && !open.has(zone.id) ? [zone] : [],
  );
}

/** The reader's hand; null: the reader has none. */
export function ownHand(frame: TableFrame | null): Hand | null {
  const zone = frame?.own?.zones.find((zone) => zone.id === handOf(frame.own?.seat));
  return zone?.kind === "hand" ? zone : null;
}

/** The id of the hand of a seat. */
export function handOf(seat: number | undefined): string {
  return `hand:${seat}`;
}

/** Whether a zone lies in the middle. */
export function isMiddle(zone: AnyZone): boolean {
  return zone.seat == null && zone.side == null;
}

/** The zones that an action can be done by choosing: where cards go to, or come from. */
export function spotsOf(action: OpenAction, hand: string): string[] {
  const spots = [...(action.targets ?? []), ...(action.source == null ? [] : [action.source])];
  return spots.filter((spot) => spot !== hand);
}
