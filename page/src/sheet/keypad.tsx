/** A keypad for cards: each press goes to the service, which says what there is and what can follow. */

import type { ComponentChildren } from "preact";
import { language } from "../base/settings";
import { t } from "../base/lazytexts";
import { rankText, SUITS, SYMBOLS } from "../cards/faces";
import type { Suit } from "../cards/faces";
import { PIPS } from "../cards/pips";
import { number } from "../lab/figures";
import { Choice } from "../shell/choice";
import { awaited, canUndo, evening, news, tap, turnTo, undo } from "./evening";
import type { RoundScore } from "./evening";
import { askForC } from "./typing";

export const FRENCH = SUITS.filter((suit) => suit !== "P");
const COURT: Record<string, "rank_J" | "rank_Q" | "rank_K" | "rank_A"> = {
  J: "rank_J",
  Q: "rank_Q",
  K: "rank_K",
  A: "rank_A",
};
const COUNTS = [3, 4, 5, 6, 7, 8];
const SYMBOL = /([♣♦♥♠])/;

export function Keypad({ score }: { score: RoundScore }) {
  const { pad } = score;
  return (
    <section class="keypad" aria-label={t("keypad")}>
      <header>
        <Choice
          label={t("keypad")}
          name="where"
          value={awaited.value.where ?? pad.where}
          values={(["table", "hand"] as const).map((each) => [each, t(`shows_${each}`)])}
          choose={(each) => void turnTo(each)}
          isUnlabelled
        />
        <p class="pad-total">
          {t(score.provisional ? "provisional" : "total")} <b>{number(score.total, 0)}</b>
        </p>
      </header>
      <Entered score={score} />
      <div class="pad-keys">
        {pad.card_keys.map((card) => (
          <CardKey key={card} card={card} score={score} />
        ))}
        {FRENCH.map((suit) => (
          <Key key={suit} tap={suit} score={score} label={t(`suit_${suit}`)} look="suit">
            <Pip suit={suit} />
          </Key>
        ))}
        {COUNTS.map((count) => (
          <Key key={count} tap={`x${count}`} score={score} label={t("n_equal", { n: count })} look="count">
            ×{count}
          </Key>
        ))}
      </div>
      <div class="pad-ends">
        <button type="button" disabled={!canUndo.value} onClick={undo}>
          {t("undo")}
        </button>
        <Key tap="ok" score={score} label={t("meld_done")} look="ok">
          {t("meld_done")}
        </Key>
      </div>
    </section>
  );
}

/** What is being entered, said as it grows. */
function Entered({ score }: { score: RoundScore }) {
  const { pad } = score;
  const meld = pad.meld === null ? undefined : score.melds[pad.meld];
  return (
    <div class="entered" role="status">
      {pad.text !== "" && <b>{pad.text.split(SYMBOL).map(part)}</b>}{" "}
      <span class={meld?.canastra == null ? "faint" : "canastra"}>{pad.hint || meld?.text}</span>
      {news.value.map((line) => (
        <p key={line} class="warning">
          {line}
        </p>
      ))}
    </div>
  );
}

function part(text: string, i: number) {
  const suit = FRENCH.find((each) => SYMBOLS[each] === text);
  if (suit === undefined)
    return text
      .replace(/x(\d)/g, " ×$1")
      .replace("-", "–")
      .replace("=", " = ")
      .replace("3red", t("red_three_card"))
      .replace("3black", t("black_three_card"));
  return <Pip key={i} suit={suit} isNamed />;
}

function Pip({ suit, isNamed = false }: { suit: Suit; isNamed?: boolean }) {
  const name = isNamed ? { role: "img" as const, "aria-label": t(`suit_${suit}`) } : { "aria-hidden": true };
  return (
    <svg class={`pip suit-${suit}`} viewBox="-12 -12 24 24" {...name}>
      <path d={PIPS[suit]} fill="currentColor" />
    </svg>
  );
}

interface KeyProps {
  tap: string;
  score: RoundScore;
  label: string;
  look?: string;
  children: ComponentChildren;
}

/** A rank, a joker, or a red or black three. */
function CardKey({ card, score }: { card: string; score: RoundScore }) {
  if (card === "red" || card === "black")
    return (
      <Key tap={card} score={score} label={t(`${card}_three_card`)} look="three">
        3<Pip suit={card === "red" ? "H" : "S"} />
      </Key>
    );
  const isRank = card.length === 1;
  return (
    <Key tap={card} score={score} label={isRank ? rankName(card) : t("joker")}>
      {isRank ? rankText(card) : SYMBOLS.P}
    </Key>
  );
}

/** A key that does nothing now is pale, but heard: the answer to the key before it may be on its way. */
function Key({ tap: key, score, label, look = "", children }: KeyProps) {
  return (
    <button
      type="button"
      class={look}
      data-key={key}
      aria-label={label}
      aria-disabled={!score.pad.keys.includes(key)}
      onClick={() => void tap(key)}
    >
      {children}
    </button>
  );
}

function rankName(rank: string): string {
  const court = COURT[rank];
  return court === undefined ? rankText(rank) : `${rank} ${t(court)}`;
}

// --- keys of a keyboard ----------------------------------------------------------------------------

const TYPED: Record<string, string> = {
  ...{ 0: "T", 1: "T", V: "J", R: "K", O: "D", E: "S", P: "C" },
  ...{ ENTER: "ok", B: "black", 3: "red", W: "joker" },
};
let isTimes = false;

/** What a key of a keyboard does on the keypad; whether it does anything. */
export function typeOnPad(pressed: string, score: RoundScore): boolean {
  if (isTimes && /^[2-9]$/.test(pressed)) {
    isTimes = false;
    void tap(`x${pressed}`);
    return true;
  }
  isTimes = pressed === "X" || pressed === "*";
  if (isTimes) return true;
  if (pressed === "BACKSPACE") undo();
  else if (pressed === "M") void turnTo(score.pad.where === "hand" ? "table" : "hand");
  else if (pressed === "C" && language.value !== "en") void tapC();
  else {
    const { card_keys: cards } = score.pad;
    const key = cards.includes(pressed) ? pressed : (TYPED[pressed] ?? pressed);
    if (![...cards, ...FRENCH, "ok"].includes(key)) return false;
    void tap(key);
  }
  return true;
}

/** Where English is not spoken, the letter c can be hearts or clubs. */
async function tapC(): Promise<void> {
  const suit = evening.value.suitOfC || (await askForC());
  if (suit !== null) await tap(suit);
}
