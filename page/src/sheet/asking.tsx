/** What is still open about a round, one question at a time; and any card, put right. */

import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Chip, Picture } from "../cards/card";
import { t, tn } from "../base/lazytexts";
import { questionIndex, chosen, correct, open, roundScore, undo } from "./evening";
import type { PileData, Question, RoundScore } from "./evening";
import { RANKS, rankText, spoken } from "../cards/faces";
import { FRENCH, typeOnPad } from "./keypad";
import { placeOfMeld, put } from "./moving";
import { written, Zoomed } from "./photo";
import { PIPS } from "../cards/pips";
import { readCards } from "./typing";
import { Button } from "../shell/button";
import { Select } from "../shell/select";
import { into } from "../base/putting";

/** Keys for suits, in English and Portuguese; and for ranks besides what is printed. */
const TYPED_SUITS = "CDHSOEP";
const TYPED_RANKS: Record<string, string> = { 1: "T", 0: "T", V: "J", D: "Q", R: "K" };
const RUN = [..."456789TJQKA"];

/** The rank that was typed or pressed, to be followed by a suit. */
const rank = signal("");

export function Asking({ score }: { score: RoundScore }) {
  const card = chosen.value;
  const question = score.questions[questionIndex.value];
  const n = score.questions.length;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (card !== null) panel.current?.scrollIntoView({ block: "nearest" });
  }, [card]);
  return (
    <section class="asking-panel" aria-label={t("still_open")} ref={panel}>
      <header>
        <h2>{n === 0 ? t("nothing_open") : tn("still_open", n)}</h2>
        {n > 1 && <Button text={t("next_doubtful")} press={nextQuestion} />}
      </header>
      {card !== null ? (
        <Chosen key={card} card={card} score={score} />
      ) : (
        question !== undefined && (
          <Asked key={`${questionIndex.value} ${question.text}`} question={question} score={score} />
        )
      )}
      <p class="faint keys">{t("sheet_keys")}</p>
    </section>
  );
}

/** A card that was tapped, and the pile on which it lies. */
function Chosen({ card, score }: { card: number; score: RoundScore }) {
  const meld = score.draft.melds.findIndex((each) => each.pile !== null && each.cards.includes(card));
  return (
    <>
      <CardEditor card={card} score={score} />
      {meld >= 0 && <PileForm meld={meld} score={score} seen />}
    </>
  );
}

function nextQuestion(): void {
  const n = roundScore.value?.questions.length ?? 0;
  if (chosen.value === null) questionIndex.value = n === 0 ? 0 : (questionIndex.value + 1) % n;
  chosen.value = null;
}

function Asked({ question, score }: { question: Question; score: RoundScore }) {
  const { kind, cards, meld } = question;
  const [card] = cards;
  switch (kind) {
    case "card":
    case "black three":
      if (card === undefined) return null;
      return <CardEditor card={card} score={score} prompt={kind === "card" ? "which_card" : "black_three"} />;
    case "pile":
      if (meld === null) return null;
      return <PileForm meld={meld} score={score} seen={score.draft.melds[meld]?.pile?.seen !== false} />;
    case "meld":
      return meld === null ? null : <MeldAsked meld={meld} score={score} options={question.options} />;
    case "dollars":
      return meld === null ? null : <DollarsAsked meld={meld} />;
    case "copies":
      return <CopiesAsked cards={cards} score={score} />;
    case "morto":
      return <p class="question">{t("ask_morto")}</p>;
    case "final move":
      return <p class="question">{t("ask_final_move")}</p>;
  }
}

interface CardEditorProps {
  card: number;
  score: RoundScore;
  prompt?: "which_card" | "black_three";
}

function name(card: number, face: string): Promise<boolean> {
  rank.value = "";
  chosen.value = null;
  return correct({ do: "rename", card, face });
}

/** Name a card by its rank and the letter of its suit. */
async function nameTyped(card: number, text: string): Promise<void> {
  const [face] = (await readCards(text, () => undefined)) ?? [];
  if (face !== undefined) await name(card, face);
}

function takeAway(card: number): void {
  rank.value = "";
  chosen.value = null;
  void correct({ do: "remove", card });
}

/** What is asked of a card: it is not put forward as one that it cannot be where it lies. */
function questionOf(face: string, options: readonly string[], prompt: CardEditorProps["prompt"]) {
  if (face === "") return "which_unread";
  if (prompt === "which_card" && !options.includes(face)) return "which_fits";
  return prompt ?? "this_card";
}

function CardEditor({ card, score, prompt }: CardEditorProps) {
  const data = score.draft.cards[card];
  useEffect(() => {
    rank.value = "";
  }, [card]);
  if (data === undefined) return null;
  const options = score.options[card] ?? [];
  return (
    <div class="card-editor" data-card={card}>
      <p class="question">
        {t(questionOf(data.face, options, prompt), { n: card + 1 })}{" "}
        {data.face !== "" && <Chip face={data.face} />}
      </p>
      <div class="likely">
        <Zoomed card={card} score={score} />
        <div class="options" role="group" aria-label={t("likeliest")}>
          {options.map((face) => (
            <button
              key={face}
              type="button"
              class="option"
              aria-label={face === data.face ? t("it_is", { card: spoken(face) }) : spoken(face)}
              onClick={() => void name(card, face)}
            >
              <span class="card">
                <Picture face={face} />
              </span>
            </button>
          ))}
        </div>
      </div>
      <div class="pad" role="group" aria-label={t("another_card")}>
        {[...RANKS].map((each) => (
          <Button
            key={each}
            aria-pressed={rank.value === each}
            class=""
            text={rankText(each)}
            press={() => {
              rank.value = each;
            }}
          />
        ))}
        {FRENCH.map((suit) => (
          <button
            key={suit}
            type="button"
            class={`suit suit-${suit}`}
            disabled={rank.value === ""}
            aria-label={t(`suit_${suit}`)}
            onClick={() => void name(card, rank.value + suit)}
          >
            <svg viewBox="-12 -12 24 24" aria-hidden="true">
              <path d={PIPS[suit]} fill="currentColor" />
            </svg>
          </button>
        ))}
      </div>
      <div class="buttons">
        <Button class="give" text={t("no_card")} press={() => takeAway(card)} />
        <MoveTo card={card} score={score} />
      </div>
    </div>
  );
}

/** Where a card lies, to be changed. */
function MoveTo({ card, score }: { card: number; score: RoundScore }) {
  const { melds, hand } = score.draft;
  const at = hand.includes(card) ? "hand" : `${melds.findIndex((meld) => meld.cards.includes(card))}`;
  return (
    <label class="move-to">
      <span>{t("lies")}</span>
      <select
        value={at}
        onChange={(event) => {
          const to = event.currentTarget.value;
          put(card, to === "hand" || to === "alone" ? to : `meld ${Number(to)}`);
        }}
      >
        {melds.map((_, i) =>
          placeOfMeld(i, score) === null && `${i}` !== at ? null : (
            <option key={i} value={`${i}`}>
              {t("in_meld", {
                n: i + 1,
                cards: score.melds[i]?.cards.slice(0, 4).map(written).join(" ") ?? "",
              })}
            </option>
          ),
        )}
        <option value="alone">{t("lies_alone")}</option>
        <option value="hand">{t("shows_hand")}</option>
      </select>
    </label>
  );
}

/** So many cards of a rank, of all suits in turn: what they count hangs on the rank alone. */
function equal(each: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => each + (FRENCH[i % FRENCH.length] ?? ""));
}

interface PileFormProps {
  meld: number;
  score: RoundScore;
  seen: boolean;
}

function PileForm({ meld, score, seen }: PileFormProps) {
  const facts = score.draft.melds[meld]?.pile ?? null;
  const top = score.draft.cards[score.draft.melds[meld]?.cards[0] ?? -1]?.face ?? "";
  const answers = useSignal<Partial<PileData>>({});
  const rankOfSet = useSignal("K");
  if (facts === null || top === "") return null;
  // a 2 on top may be the stand-in of any canastra: of what is under it nothing is likely
  const isUnderTwo = top[0] === "2";
  const isOpen = isUnderTwo && !facts.checked && answers.value.lowest === undefined;
  const is = { ...facts, ...answers.value };
  const isSet = is.lowest === "set";
  const isRun = !isSet && is.lowest !== "twos" && !isOpen;
  const suit = isRun ? (is.lowest[1] ?? top[1] ?? "") : "";
  const from = RUN.indexOf(is.lowest[0] ?? "");
  const run = isRun ? RUN.slice(from, from + is.count).map((each) => each + suit) : [];
  const change = (more: Partial<PileData>) => {
    answers.value = { ...answers.value, ...more };
  };
  const send = () => {
    chosen.value = null;
    void correct({
      do: "pile",
      meld,
      count: is.count,
      crosswise: is.crosswise,
      // a run whose beginning nobody has said ends with its top card
      lowest: answers.value.lowest ?? (answers.value.count === undefined ? is.lowest : ""),
      stands_for: answers.value.stands_for ?? "",
      told: isSet && isUnderTwo ? [...equal(rankOfSet.value, is.count - 1), top] : [],
    });
  };
  return (
    <div class="pile-form">
      <p class="question">
        {t(seen ? "what_in_pile" : "alone_or_pile")} <Chip face={top} />?
      </p>
      {(!isUnderTwo || facts.checked) && (
        <p class="faint">
          {t("as_guessed")}{" "}
          {(score.melds[meld]?.cards ?? []).map((face, i) => (
            <Chip key={i} face={face} />
          ))}
        </p>
      )}
      <div class="pile-fields">
        <label>
          <span>{t("how_many_cards")}</span>
          <input
            type="number"
            name="count"
            min={3}
            max={14}
            value={is.count}
            onInput={(event) => change({ count: Math.round(Number(event.currentTarget.value)) || 7 })}
          />
        </label>
        <label>
          <span>{t("turn")}</span>
          <Select
            name="turn"
            value={is.crosswise ? "clean" : "dirty"}
            values={[
              ["clean", t("lies_across")],
              ["dirty", t("lies_upright")],
            ]}
            choose={(way) => change({ crosswise: way === "clean" })}
          />
        </label>
        <label>
          <span>{t("lowest_card")}</span>
          <select
            name="lowest"
            value={isOpen ? "" : is.lowest}
            onChange={(event) => change({ lowest: event.currentTarget.value })}
          >
            {isOpen && <option value="">{t("not_said")}</option>}
            {isUnderTwo && <option value="twos">{t("meld_twos")}</option>}
            {RUN.slice(0, -2).map((each) => (
              <option key={each} value={each + (suit || (top[1] ?? ""))}>
                {rankText(each)}
              </option>
            ))}
            <option value="set">{t("meld_set")}</option>
          </select>
        </label>
        {isUnderTwo && isRun && (
          <label>
            <span>{t("suit_of_run")}</span>
            <Select
              name="suit"
              value={suit}
              values={FRENCH.map((each) => [each, t(`suit_${each}`)])}
              choose={(each) => change({ lowest: is.lowest[0] + each })}
            />
          </label>
        )}
        {isUnderTwo && isSet && (
          <label>
            <span>{t("set_of")}</span>
            <Select
              name="set"
              value={rankOfSet.value}
              values={RUN.map((each) => [each, rankText(each)])}
              choose={into(rankOfSet)}
            />
          </label>
        )}
        {isRun && !is.crosswise && (
          <label>
            <span>{t("two_stands_for")}</span>
            <Select
              name="stands_for"
              value={is.stands_for}
              values={run.map((face) => [face, rankText(face)])}
              choose={(face) => change({ stands_for: face })}
            />
          </label>
        )}
      </div>
      <div class="buttons">
        <Button disabled={isOpen} class="main" text={t("so_it_is")} press={send} />
        <Button
          class=""
          text={t("single_card")}
          press={() => {
            chosen.value = null;
            void correct({ do: "single", meld });
          }}
        />
      </div>
    </div>
  );
}

interface MeldAskedProps {
  meld: number;
  score: RoundScore;
  options: readonly string[];
}

function MeldAsked({ meld, score, options }: MeldAskedProps) {
  const data = score.draft.melds[meld];
  const scoredMeld = score.melds[meld];
  if (data === undefined || scoredMeld === undefined) return null;
  return (
    <div class="meld-asked">
      <p class="question">
        {scoredMeld.cards.map((face, i) => (
          <Chip key={i} face={face} />
        ))}{" "}
        {scoredMeld.text}
      </p>
      <p class="faint">{t("tap_to_correct")}</p>
      <div class="buttons">
        {data.legal !== null && options.includes(data.legal.join(" ")) && (
          <button type="button" class="main" onClick={() => void correct({ do: "legal", meld })}>
            {t("it_is_these")}{" "}
            {data.legal.map((face, i) => (
              <Chip key={i} face={face} />
            ))}
          </button>
        )}
        {scoredMeld.cards.length === 1 && (
          <Button class="" text={t("top_of_pile")} press={() => correct({ do: "make pile", meld })} />
        )}
        <Button class="" text={t("leave_it")} press={() => correct({ do: "leave", meld })} />
      </div>
    </div>
  );
}

function DollarsAsked({ meld }: { meld: number }) {
  return (
    <div>
      <p class="question">{t("how_many_dollars")}</p>
      <div class="buttons">
        {[1, 2, 3, 4, 5, 6].map((count) => (
          <button key={count} type="button" onClick={() => void correct({ do: "dollars", meld, count })}>
            {count}
          </button>
        ))}
      </div>
    </div>
  );
}

function CopiesAsked({ cards, score }: { cards: number[]; score: RoundScore }) {
  const face = score.draft.cards[cards[0] ?? -1]?.face ?? "";
  return (
    <div>
      <p class="question">
        {t("too_many_copies", { n: cards.length, decks: score.draft.decks })} <Chip face={face} />
      </p>
      <div class="buttons">
        {cards.map((card) => (
          <Button
            key={card}
            class=""
            text={t("card_n", { n: card + 1 })}
            press={() => {
              chosen.value = card;
            }}
          />
        ))}
        <Button class="" text={t("all_there")} press={() => correct({ do: "all there", cards })} />
      </div>
    </div>
  );
}

const TYPED_IN = 'input:not([type="radio"], [type="checkbox"]), select, textarea, dialog';
const PRESSED = "button, summary, a, input"; // what Enter presses

/** Keys for whoever goes through many cards; not while something is typed. */
export function useKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target;
      const isTyping = target instanceof HTMLElement && target.closest(TYPED_IN) !== null;
      const isPressing = event.key === "Enter" && target instanceof HTMLElement && target.matches(PRESSED);
      if (isTyping || isPressing || event.ctrlKey || event.metaKey || event.altKey || open.value === null)
        return;
      if (takeKey(event.key)) event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** The card that keys are about: the chosen one, or the one that is asked about. */
function atHand(score: RoundScore): number | null {
  if (chosen.value !== null) return chosen.value;
  const question = score.questions[questionIndex.value];
  const isOfCard = question?.kind === "card" || question?.kind === "black three";
  return isOfCard ? (question.cards[0] ?? null) : null;
}

function takeKey(key: string): boolean {
  const score = roundScore.value;
  if (score === null) return false;
  const card = atHand(score);
  const pressed = key.toUpperCase();
  if (pressed === "." || pressed === ">") nextQuestion();
  else if (pressed === "U") undo();
  else if (pressed === "N") document.querySelector<HTMLElement>('[name="new-meld"]')?.focus();
  else if (key === "ArrowRight" || key === "ArrowLeft") step(score, key === "ArrowRight" ? 1 : -1);
  else if (key === "Escape" && chosen.value !== null) chosen.value = null;
  else if (card === null) return typeOnPad(pressed, score);
  else return keyOfCard(card, pressed);
  return true;
}

function keyOfCard(card: number, pressed: string): boolean {
  const typed = TYPED_RANKS[pressed] ?? pressed;
  if (pressed === "X") takeAway(card);
  else if (rank.value !== "" && TYPED_SUITS.includes(pressed)) void nameTyped(card, rank.value + pressed);
  else if (typed.length === 1 && RANKS.includes(typed)) rank.value = typed;
  else return false;
  return true;
}

/** The card after or before the chosen one, in the order in which they lie. */
function step(score: RoundScore, by: number): void {
  const { melds, hand, cards } = score.draft;
  const all = [...melds.flatMap((meld) => meld.cards), ...hand].filter((i) => !cards[i]?.removed);
  if (all.length === 0) return;
  const at = chosen.value === null ? (by > 0 ? -1 : 0) : all.indexOf(chosen.value);
  chosen.value = all[(at + by + all.length) % all.length] ?? null;
}
