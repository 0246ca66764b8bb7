/** A match of the archive, step by step: `of` is its id, then the round and the step: `ID/2-15`. */

import { Coming, noTable, OwnTable, useOwnTable } from "../home/owntable";
import { ask } from "../service/link";
import { replay } from "../service/replay";
import { table, titleOf } from "../service/store";
import type { Pupil } from "../service/store";
import type { Head, StepsFrame, TableFrame } from "../protocol";
import { aside } from "../table/aside";
import { headOf, nameOf } from "../seats/matches";

let of = "";

const ME: Pupil = {
  play: () => false,
  hint: () => undefined,
  steps: (message) => ask<StepsFrame>({ ...message, of }),
};

/** A table for the steps of a match, before there are any. */
export function frameOf(head: Head): TableFrame {
  const frame = aside({
    name: `match ${head.id}`,
    game: head.game,
    title: nameOf(head),
    names: head.names,
    seat: head.seat ?? 0,
    version: 0,
    board: { seats: [], zones: [], sides: [], ask: null } as never,
    zones: [],
    actions: [],
    log: [],
  });
  return { ...frame, phase: "over", match: head.number, round: head.played, archived: head.id };
}

async function begin(subject: string): Promise<void> {
  const [id = "", place = ""] = subject.split("/");
  of = id;
  try {
    const head = await headOf(id);
    if (of !== id) return;
    table.value = frameOf(head);
    const [round = 1, at = 0] = place.split("-").map(Number);
    replay.value = { match: head.number, round: Math.max(1, round), at };
  } catch (error) {
    noTable(error);
  }
}

export function MatchScreen({ subject }: { subject: string }) {
  useOwnTable(subject, ME, begin);
  const frame = table.value;
  if (frame === null || replay.value === null) return <Coming />;
  return (
    <OwnTable frame={frame} about={titleOf(frame.settings.game)} heading={frame.title}>
      {null}
    </OwnTable>
  );
}
