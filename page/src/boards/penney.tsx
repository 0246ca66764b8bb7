/** Penney's game: the two choices, and the deck as it was drawn, trick by trick. */

import { useContext } from "preact/hooks";
import { Colour } from "../card";
import { t, tn } from "../catalogue";
import { act } from "../moves";
import type { PenneyBoard, TableFrame } from "../protocol";
import { seatName } from "../seating";
import { actions, busy } from "../store";
import { Player, Still } from "./board";

export function Penney({ frame, board }: { frame: TableFrame; board: PenneyBoard }) {
  return (
    <div class="penney">
      <div class="pair">
        {board.choices.map((choice, seat) => (
          <section class="chooser" key={seat} aria-label={seatName(frame, seat)}>
            <Player frame={frame} seat={seat} />
            <Colours choice={choice} />
            {board.drawn !== "" && (
              <p class="won">
                {tn("tricks", board.tricks[seat] ?? 0)}, {tn("cards", board.cards[seat] ?? 0)}
              </p>
            )}
          </section>
        ))}
      </div>
      <Choices />
      {board.drawn !== "" && <Deck frame={frame} board={board} />}
    </div>
  );
}

function colourWords(choice: string): string {
  return [...choice].map((colour) => t(colour === "R" ? "red" : "black")).join(" ");
}

function Colours({ choice, small = false }: { choice: string | null; small?: boolean }) {
  const label =
    choice === null ? t("not_chosen") : t("has_chosen", { choice: colourWords(choice) });
  return (
    <span class={`colours ${small ? "small" : ""}`} role="img" aria-label={label}>
      {[...(choice ?? "???")].map((colour, i) => (
        <Colour key={i} colour={colour} />
      ))}
    </span>
  );
}

/** The open choices, as cards to press. */
function Choices() {
  const open = actions.value.filter((action) => /^[RB]{3}$/.test(action.text));
  if (useContext(Still) || open.length === 0) return null;
  return (
    <section class="choices" aria-label={t("choose_three")}>
      <h2>{t("choose_three")}</h2>
      <div class="choice-grid">
        {open.map((action) => (
          <button
            key={action.id}
            type="button"
            class="colour-choice"
            data-action={action.text}
            aria-label={colourWords(action.text)}
            disabled={busy.value}
            onClick={() => void act(action)}
          >
            {[...action.text].map((colour, i) => (
              <Colour key={i} colour={colour} />
            ))}
          </button>
        ))}
      </div>
    </section>
  );
}

function Deck({ frame, board }: { frame: TableFrame; board: PenneyBoard }) {
  const tricks = board.drawn.split(" ");
  return (
    <section class="deck">
      <h2>{t("the_deck")}</h2>
      <ol class="tricks">
        {tricks.map((cards, i) => {
          const winner = board.choices.findIndex(
            (choice) => choice !== null && cards.endsWith(choice),
          );
          const label =
            winner < 0
              ? `${cards}, ${t("left_over")}`
              : t("trick_of", { cards, name: seatName(frame, winner) });
          return (
            <li key={i} data-winner={winner} aria-label={label}>
              <span class="strip" aria-hidden="true">
                {[...cards].map((colour, j) => (
                  <i key={j} data-colour={colour} />
                ))}
              </span>
              <span aria-hidden="true">{winner < 0 ? t("left_over") : seatName(frame, winner)}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
