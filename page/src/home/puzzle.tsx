/** A puzzle: the position of a seat, of which one move is clearly the best; the answer says by how much. */

import { signal } from "@preact/signals";
import { t } from "../base/lazytexts";
import { Said } from "../cards/said";
import type { OpenAction, PuzzleFrame } from "../protocol";
import { ask } from "../service/link";
import { notice, table, tell } from "../service/store";
import { aside } from "../table/aside";
import { clearSelection } from "../table/moves";
import { StillHand } from "../table/replay";
import { Button } from "../shell/button";
import { Rows } from "../shell/rows";
import { Coming, noTable, NO_WHY, OwnMoves, OwnTable, useOwnTable } from "./owntable";

const current = signal<PuzzleFrame | null>(null);
const chosen = signal<OpenAction | null>(null);

function show(puzzle: PuzzleFrame, action: OpenAction | null): void {
  current.value = puzzle;
  chosen.value = action;
  const actions = action === null ? puzzle.actions : [];
  const version = action === null ? 0 : 1;
  clearSelection();
  table.value = aside({ ...puzzle, actions, name: `puzzle ${puzzle.number}`, version });
}

/** Ask for the puzzle of today, or for one by its number: `GAME/12`. */
async function begin(subject: string): Promise<void> {
  const [game = "", place = ""] = subject.split("/");
  current.value = null;
  try {
    show(await ask<PuzzleFrame>({ do: "puzzle", game, number: Number(place) || null }), null);
  } catch (error) {
    noTable(error);
  }
}

async function play(move: { action: number } | { text: string }): Promise<boolean> {
  const puzzle = current.value;
  const action = puzzle?.actions.find(({ id }) => "action" in move && id === move.action);
  if (puzzle === null || action === undefined) return false;
  notice.value = null;
  const { game, number } = puzzle;
  try {
    show(await ask<PuzzleFrame>({ do: "puzzle", game, number, action: action.id }), action);
    return true;
  } catch (error) {
    tell(error);
    return false;
  }
}

const ME = { play, hint: NO_WHY };

export function PuzzleScreen({ subject }: { subject: string }) {
  useOwnTable(subject, ME, begin);
  const puzzle = current.value;
  const frame = table.value;
  if (puzzle === null || frame === null) return <Coming />;
  const { title, number, total, names, seat, solution } = puzzle;
  const place = { game: title, n: number, total };
  return (
    <OwnTable
      frame={frame}
      about={t("puzzle_n", place)}
      heading={t("puzzle_of", place)}
      isOver={solution !== null}
      speech={
        solution === null && (
          <div class="lesson-says puzzle">
            <h2>{t("puzzle_ask", { name: names[seat] ?? "" })}</h2>
          </div>
        )
      }
    >
      {solution === null ? <OwnMoves frame={frame} /> : <Solved puzzle={puzzle} solution={solution} />}
    </OwnTable>
  );
}

interface SolvedProps {
  puzzle: PuzzleFrame;
  solution: NonNullable<PuzzleFrame["solution"]>;
}

/** How the chosen move compares with the best one, and both with others. */
function Solved({ puzzle, solution }: SolvedProps) {
  const { game, number, total, actions } = puzzle;
  const { right, text, costs } = solution;
  const [verdict = "", ...reasons] = text.split("\n");
  const isExact = costs.every(([, , error]) => error === "");
  const textOf = (action: number) => actions.find(({ id }) => id === action)?.text ?? "";
  return (
    <>
      {table.value !== null && <StillHand frame={table.value} />}
      <section class="between puzzle" aria-label={verdict}>
        <div class="ending" role="status">
          <h2>
            <Said text={verdict} />
          </h2>
          {[...reasons, right ? "" : t("puzzle_yours", { move: chosen.value?.text ?? "" })].map((line) => (
            <p key={line}>
              <Said text={line} />
            </p>
          ))}
        </div>
        {costs.length > 1 && (
          <Rows
            columns={[t("puzzle_move"), t("puzzle_cost"), ...(isExact ? [] : [t("puzzle_error")])]}
            rows={costs.map(([id, ...cost]) => [
              <Said key={id} text={textOf(id)} />,
              ...(isExact ? cost.slice(0, 1) : cost),
            ])}
          />
        )}
        <div class="buttons">
          <a class="button main" href={`#/puzzle/${game}/${(number % total) + 1}`}>
            {t("puzzle_next")}
          </a>
          <Button text={t("puzzle_again")} press={() => show({ ...puzzle, solution: null }, null)} />
        </div>
      </section>
    </>
  );
}
