/** A side's round being scored: photos, what is still open, what lies where, and the points. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Chip } from "../cards/card";
import { Dialog } from "../shell/dialog";
import { t, tn } from "../base/lazytexts";
import {
  awaited,
  chosen,
  closeRound,
  correct,
  correctFacts,
  entryAt,
  evening,
  leaveRound,
  lit,
  openRound,
  place as cellAt,
  roundScore,
  textOf,
} from "./evening";
import type { RoundScore } from "./evening";
import { number } from "../lab/figures";
import { DraggedCard, isDragging, place, placeOfMeld, press } from "./moving";
import { Notices } from "../shell/line";
import { PhotoView } from "./photo";
import { PhotoButtons } from "./taking";
import { Asking, useKeys } from "./asking";
import { Keypad } from "./keypad";
import { language } from "../base/settings";
import { setting } from "./setting";
import { askingC, enterPoints, misread, readCards } from "./typing";
import { Check } from "../shell/check";
import { Choice } from "../shell/choice";
import { Button } from "../shell/button";
import { typedInto } from "../base/putting";

export function RoundEditor({ at }: { at: { round: number; side: number } }) {
  useKeys();
  const name = evening.value.sides[at.side] ?? "";
  const score = roundScore.value;
  useEffect(() => {
    document.querySelector<HTMLElement>(".round-editor h1")?.focus();
  }, []);
  return (
    <div class="round-editor" data-dragging={isDragging.value}>
      <DraggedCard />
      <header>
        <h1 tabIndex={-1}>{t("round_of_side", { n: at.round + 1, name })}</h1>
        <div class="buttons">
          <Button class="" text={t("back_to_sheet")} press={leaveRound} />
          <NextSide at={at} />
        </div>
      </header>
      <Notices />
      <WhatIsC />
      {score === null ? (
        <p role="status">{t("loading")}</p>
      ) : (
        <div class="round-parts">
          <div class="seen">
            <PhotoButtons />
            {score.draft.photos.map((photo, i) => (
              <PhotoView key={`${i} ${photo.width} ${photo.model}`} photo={photo} at={i} score={score} />
            ))}
            <Laid score={score} />
            <HandRow score={score} />
          </div>
          <div class="counted">
            <Keypad score={score} />
            {setting.value?.rules.has_low_aces === true && <p class="faint">{t("type_low_aces")}</p>}
            <Asking score={score} />
            <Facts score={score} />
            <ScoreLines score={score} />
            <PointsInstead at={at} score={score} />
          </div>
        </div>
      )}
    </div>
  );
}

/** On to the next side of the round that has no points yet. */
function NextSide({ at }: { at: { round: number; side: number } }) {
  const names = evening.value.sides;
  const next = names.findIndex((_, side) => side !== at.side && entryAt(at.round, side) === null);
  if (next < 0) return null;
  const go = async () => {
    await leaveRound();
    openRound(at.round, next);
  };
  return <Button class="main" text={t("next_side", { name: names[next] ?? "" })} press={go} />;
}

/** A card in a list: it can be chosen, to be looked at and corrected. */
function CardButton({ card, score }: { card: number; score: RoundScore }) {
  const data = score.draft.cards[card];
  if (data === undefined || data.removed) return null;
  const isOpen = score.questions.some((q) => q.cards.includes(card) && q.kind !== "pile");
  return (
    <button
      type="button"
      class="card-button"
      data-open={isOpen}
      data-lit={lit.value.includes(card)}
      aria-pressed={chosen.value === card}
      onPointerDown={(event) => press(event, card, score)}
      onClick={() => {
        chosen.value = chosen.value === card ? null : card;
      }}
    >
      <Chip face={data.face} />
      {isOpen && data.face !== "" && <span class="doubt">{t("doubtful_mark")}</span>}
    </button>
  );
}

function Laid({ score }: { score: RoundScore }) {
  return (
    <section class="laid" aria-label={t("shows_table")}>
      <h2>{t("shows_table")}</h2>
      {score.draft.melds.length > 0 && <p class="faint">{t("can_be_dragged")}</p>}
      <ol>
        {score.draft.melds.map((meld, i) => {
          const scoredMeld = score.melds[i];
          if (scoredMeld === undefined) return null;
          return (
            <li key={i} {...place(placeOfMeld(i, score))}>
              <span class="meld-cards">
                {meld.cards.map((card) => (
                  <CardButton key={card} card={card} score={score} />
                ))}
              </span>
              {meld.pile !== null && scoredMeld.cards.length > 1 && (
                <span class="under">
                  {t("pile_of", { n: scoredMeld.cards.length })}{" "}
                  {scoredMeld.cards.map((face, k) => (
                    <Chip key={k} face={face} />
                  ))}
                </span>
              )}
              <span class="faint">
                {scoredMeld.cards.length === 0
                  ? t("unread_card")
                  : `${scoredMeld.text}, ${t("n_points", { n: scoredMeld.points })}`}
              </span>
              {meld.pile === null && scoredMeld.kind !== "dollars" && (
                <AddCards label={t("add_to_meld", { n: i + 1 })} meld={i} />
              )}
            </li>
          );
        })}
      </ol>
      {score.draft.melds.length === 0 && <p class="faint">{t("nothing_laid")}</p>}
      <AddCards label={t("new_meld")} isMain />
    </section>
  );
}

function HandRow({ score }: { score: RoundScore }) {
  const cards = score.draft.hand.filter((card) => score.draft.cards[card]?.removed === false);
  return (
    <section class="laid" aria-label={t("shows_hand")} {...place("hand")}>
      <h2>
        {t("shows_hand")} <span class="faint">{tn("cards", cards.length)}</span>
      </h2>
      <p class="meld-cards">
        {cards.map((card) => (
          <CardButton key={card} card={card} score={score} />
        ))}
      </p>
      <AddCards label={t("add_to_hand")} hand />
    </section>
  );
}

interface AddCardsProps {
  label: string;
  meld?: number;
  hand?: boolean;
  isMain?: boolean;
}

/** Cards that are typed in: to a meld, to the hand, or as a meld of their own. */
function AddCards({ label, meld, hand = false, isMain = false }: AddCardsProps) {
  const text = textOf(`cards ${cellAt.value} ${meld ?? (hand ? "hand" : "new")}`);
  const trouble = useSignal("");
  const add = async (event: Event) => {
    event.preventDefault();
    const typed = text.value;
    trouble.value = "";
    const refuse = (reason: string) => {
      trouble.value = reason;
    };
    const faces = await readCards(typed, refuse, hand ? "hand" : isMain ? "table" : "");
    if (faces === null || !(await correct({ do: "add", faces, meld: meld ?? null, hand }))) return;
    if (text.value === typed) text.value = "";
  };
  return (
    <form
      class="add-cards"
      data-main={isMain}
      onSubmit={(event) => void add(event)}
      {...place(isMain ? "alone" : null)}
    >
      <label>
        <span class={isMain || hand ? "" : "hidden"}>{label}</span>
        <input
          type="text"
          {...(isMain ? { name: "new-meld" } : {})}
          autoComplete="off"
          autoCapitalize="characters"
          placeholder={t(isMain ? "sequence_typed" : "card_typed")}
          aria-invalid={trouble.value !== ""}
          value={text.value}
          onInput={typedInto(text)}
        />
      </label>
      <button type="submit" class="quiet">
        {t("add")} <span class="hidden">({label})</span>
      </button>
      {trouble.value !== "" && <p role="alert">{trouble.value}</p>}
      {(isMain || hand) && <Legend />}
    </form>
  );
}

/** The letters of the suits; in Portuguese c can be copas or clubs. */
function Legend() {
  const { suitOfC } = evening.value;
  return (
    <p class="faint">
      {t("suit_letters")}{" "}
      {language.value !== "en" && (
        <>
          {suitOfC === "" ? t("c_unknown") : t(`c_is_${suitOfC}`)}{" "}
          {suitOfC !== "" && (
            <Button
              text={t("change_c")}
              press={() => {
                evening.value = { ...evening.value, suitOfC: "" };
              }}
            />
          )}
        </>
      )}
    </p>
  );
}

function WhatIsC() {
  const answer = askingC.value;
  if (answer === null) return null;
  return (
    <Dialog title={t("what_is_c")} onClose={() => answer(null)}>
      <div class="stack">
        {(["H", "C"] as const).map((suit) => (
          <Button key={suit} class="" text={t(`c_as_${suit}`)} press={() => answer(suit)} />
        ))}
      </div>
    </Dialog>
  );
}

function Facts({ score }: { score: RoundScore }) {
  const { morto, final_move: finalMove, decks } = { ...score.draft, ...awaited.value };
  return (
    <section class="facts" aria-label={t("not_on_photos")}>
      <h2>{t("not_on_photos")}</h2>
      {setting.value?.rules.has_morto !== false && (
        <Choice
          label={t("morto")}
          name="morto"
          value={morto}
          values={(["used", "none", "unused"] as const).map((each) => [each, t(`morto_was_${each}`)])}
          choose={(each) => void correctFacts({ morto: each })}
          isOpen={morto === null}
        />
      )}
      <Choice
        label={t("final_move")}
        name="final_move"
        value={finalMove}
        values={[true, false].map((each) => [each, t(each ? "yes" : "no")])}
        choose={(each) => void correctFacts({ final_move: each })}
        isOpen={finalMove === null}
      />
      <Check
        label={t("three_decks")}
        isOn={decks === 3}
        change={(isOn) => void correctFacts({ decks: isOn ? 3 : 2 })}
      />
    </section>
  );
}

function ScoreLines({ score }: { score: RoundScore }) {
  return (
    <section class="score-lines" aria-label={t("score")}>
      <h2>
        {t("score")} {score.provisional && <span class="badge">{t("provisional")}</span>}
      </h2>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">{t("for_what")}</th>
            <th scope="col">{t("how_many_of")}</th>
            <th scope="col">{t("points")}</th>
          </tr>
        </thead>
        <tbody>
          {score.lines.map((line) => (
            <tr key={line.code} data-zero={line.count === 0}>
              <th scope="row">
                <LineName line={line} />
              </th>
              <td>{line.count}</td>
              <td>{number(line.points, 0, true)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("total")}</th>
            <td />
            <td>
              <b class="round-total">{number(score.total, 0)}</b>
            </td>
          </tr>
        </tfoot>
      </table>
      <div role="status">
        {[...score.errors, ...score.warnings].map((line) => (
          <p key={line} class="warning">
            {line}
          </p>
        ))}
      </div>
    </section>
  );
}

/** Points that somebody has counted already, in the place of cards. */
function PointsInstead({ at, score }: { at: { round: number; side: number }; score: RoundScore }) {
  const text = textOf(`points ${at.round}.${at.side}`);
  const isBad = misread.value?.round === at.round && misread.value.side === at.side;
  const take = async (event: Event) => {
    event.preventDefault();
    if (!(await enterPoints(at.round, at.side, text.value))) return;
    text.value = "";
    closeRound();
  };
  return (
    <form class="add-cards points-instead" onSubmit={(event) => void take(event)}>
      <label>
        <span>{t("points_instead")}</span>
        <input
          type="text"
          name="points"
          required
          autoComplete="off"
          aria-invalid={isBad}
          value={text.value}
          onInput={typedInto(text)}
        />
      </label>
      <button type="submit" class="quiet">
        {t("enter_points")}
      </button>
      {isBad && <p role="alert">{misread.value?.reason}</p>}
      {score.draft.cards.some((card) => !card.removed) && <p class="faint">{t("points_instead_why")}</p>}
    </form>
  );
}

function LineName({ line }: { line: RoundScore["lines"][number] }) {
  if (line.cards.length === 0) return <>{line.label}</>;
  const isLit = lit.value === line.cards;
  return (
    <Button
      aria-pressed={isLit}
      text={line.label}
      press={() => {
        lit.value = isLit ? [] : line.cards;
      }}
    />
  );
}
