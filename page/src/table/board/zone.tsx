/** The kinds of zones as they are drawn: piles, hands, groups, tricks, tapes, counters. */

import { createContext } from "preact";
import type { ComponentChildren } from "preact";
import { useSignal } from "@preact/signals";
import { useContext } from "preact/hooks";
import { Back, Card, Chip, Picture } from "../../cards/card";
import { t, tn } from "../../base/catalogue";
import { look, spoken } from "../../cards/faces";
import { actAt, actionsAt, selection } from "../moves";
import type { Counter, Group, Hand, Note, Pile, Tape, TableFrame, Trick } from "../../protocol";
import type { AnyZone } from "../zones";
import { playerName } from "../../seats/seatname";
import { actions } from "../../service/store";
import { isTurning, TurningCards, turnedItems } from "../turning";

/** Whether a board can only be looked at: nothing on it acts, whatever may be done at the table. */
export const Still = createContext(false);

/** A zone, however it is drawn; the places for new groups show when something can be laid there. */
export function ZoneView({ zone, frame }: { zone: AnyZone; frame?: TableFrame }) {
  switch (zone.kind) {
    case "pile":
      return <PileView pile={zone} />;
    case "hand":
      return <HandView hand={zone} />;
    case "group":
      return zone.is_new === true ? null : <GroupView group={zone} />;
    case "trick":
      return frame === undefined ? null : <TrickView trick={zone} frame={frame} />;
    case "tape":
      return frame === undefined ? null : <TapeView tape={zone} frame={frame} />;
    case "counter":
      return <CounterView counter={zone} />;
  }
}

/** What makes an element a place where cards are dropped; a place for new groups comes first. */
export function spotProps(zones: readonly AnyZone[]): { "data-spot"?: string } {
  return useContext(Still) ? {} : { "data-spot": placesOf(zones).join(" ") };
}

function placesOf(zones: readonly AnyZone[]): string[] {
  const isNew = (zone: AnyZone) => zone.kind === "group" && zone.is_new === true;
  const places = zones.filter(({ kind }) => kind === "group" || kind === "trick");
  return [...places].sort((a, b) => Number(isNew(b)) - Number(isNew(a))).map(({ id }) => id);
}

interface SpotProps {
  zone: AnyZone;
  label: string;
  class?: string;
  children: ComponentChildren;
}

/** A place of the table that can be tapped, or that cards are dropped on; a button where it acts. */
function SpotButton({ zone, label, class: extra = "", children }: SpotProps) {
  const isOpen = actionsAt(zone.id).length > 0;
  // nobody asks what a number does; a pile says why nothing can be done there
  const isStill = useContext(Still);
  if (isStill || (zone.kind === "counter" && !isOpen)) {
    return (
      <span
        class={`spot ${extra}`}
        role="img"
        aria-label={label}
        {...(isStill ? {} : { "data-spot": zone.id })}
      >
        {children}
      </span>
    );
  }
  return (
    <button
      type="button"
      class={`spot ${extra}`}
      data-spot={zone.id}
      data-open={isOpen}
      aria-label={label}
      onClick={() => {
        actAt(zone.id);
      }}
    >
      {children}
    </button>
  );
}

/** Cards beside each other, each half under the next. */
export function Row({ cards, label }: { cards: readonly string[]; label?: string }) {
  return (
    <span class="row" {...(label === undefined ? {} : { role: "group", "aria-label": label })}>
      {cards.map((face, i) => (
        <Card key={`${face}${i}`} face={face} />
      ))}
    </span>
  );
}

/** A pile, with its top card if all may know it; whoever likes looks at what else all know of it. */
function PileView({ pile }: { pile: Pile }) {
  const cards = pile.cards ?? [];
  const top = cards.at(-1);
  const facts = [tn("cards", pile.count), ...(top === undefined ? [] : [spoken(top)])];
  const label = `${pile.label ?? ""}: ${pile.count === 0 ? (pile.empty ?? t("empty")) : facts.join(", ")}`;
  const place = pile.count === 0 ? "card hole" : pile.count > 1 ? "card stacked" : "card";
  return (
    <>
      <SpotButton zone={pile} label={label} class="pile">
        <span class={place}>
          {pile.count > 0 &&
            (top === undefined ? <Back /> : <Picture key={`${top} ${pile.count}`} face={top} />)}
        </span>
        <span class="caption" aria-hidden="true">
          {pile.label} {pile.count > 1 && <span class="count">{pile.count}</span>}
        </span>
      </SpotButton>
      {cards.length > 1 && <WholePile cards={cards} label={pile.label ?? ""} />}
    </>
  );
}

/** All have seen the pile grow, so everybody may look at it. */
function WholePile({ cards, label }: { cards: readonly string[]; label: string }) {
  const isOpen = useSignal(false);
  return (
    <details
      class="whole-pile"
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>{t("see_pile", { n: cards.length })}</summary>
      {isOpen.value && <Row cards={cards} label={label} />}
    </details>
  );
}

/** A hand whose cards, or how few they are, matter to all. */
function HandView({ hand }: { hand: Hand }) {
  const cards = hand.cards ?? [];
  if (cards.length > 0) return <Row cards={cards} label={tn("cards", hand.count)} />;
  return (
    <span class="row" role="img" aria-label={tn("cards", hand.count)}>
      {Array.from({ length: hand.count }, (_, i) => (
        <span class="card" key={i}>
          <Back />
        </span>
      ))}
    </span>
  );
}

const MOST_CHIPS = 40; // more are a number alone

function CounterView({ counter }: { counter: Counter }) {
  const text = counter.label === undefined ? counter.text : `${counter.label}: ${counter.text}`;
  return (
    <SpotButton zone={counter} label={text} class="counter">
      {counter.unit === "chips" && counter.value > 0 && counter.value <= MOST_CHIPS && (
        <span class="chip-stack" aria-hidden="true">
          {Array.from({ length: counter.value }, (_, i) => (
            <i key={i} />
          ))}
        </span>
      )}
      <span aria-hidden="true">{text}</span>
    </SpotButton>
  );
}

/** Words about something, each with its cards. */
export function Notes({ notes }: { notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <span class="side-notes">
      {notes.map((note) => (
        <span key={note.code} class="side-note">
          {note.text}
          {(note.cards ?? []).length > 0 && <SmallCards cards={note.cards ?? []} />}
        </span>
      ))}
    </span>
  );
}

function SmallCards({ cards }: { cards: readonly string[] }) {
  return (
    <span class="small-cards" role="img" aria-label={cards.map(spoken).join(", ")}>
      {cards.map((face, i) => (
        <span class="card" key={i}>
          <Picture face={face} />
        </span>
      ))}
    </span>
  );
}

/** Cards laid down together; a button where something can be laid on. */
export function GroupView({ group }: { group: Group }) {
  const cards = group.cards ?? [];
  const holes = cards.length === 0 ? (group.room ?? 0) : 0;
  const marks = (group.marks ?? []).map(({ text }) => text);
  const heading = [...(group.label === undefined ? [] : [`${group.label}.`]), marks.join(", ")].join(" ");
  const parts = [heading, group.form?.text ?? "", cards.map(spoken).join(", ")];
  if (cards.length === 0) parts.push(group.empty ?? t("empty"));
  const label = parts.filter((part) => part !== "").join("; ");
  const inside = (
    <>
      <span class="row">
        {cards.map((face, i) => (
          <span class="card" key={i}>
            <Picture face={face} />
          </span>
        ))}
        {Array.from({ length: holes }, (_, i) => (
          <span class="card hole" key={i} />
        ))}
      </span>
      {marks.length > 0 && <Progress group={group} text={marks.join(", ")} />}
    </>
  );
  const isFull = (group.room ?? 0) > 0 && cards.length >= (group.room ?? 0);
  const spot = { ...spotProps([group]), "data-full": isFull };
  if (useContext(Still) || actionsAt(group.id).length === 0) {
    return (
      <div class="group" role="img" aria-label={label} {...spot}>
        {inside}
      </div>
    );
  }
  return (
    <button
      type="button"
      class="group"
      {...spot}
      data-open="true"
      aria-label={label}
      onClick={() => {
        actAt(group.id);
      }}
    >
      {inside}
    </button>
  );
}

/** How much of it is there, and what it is. */
function Progress({ group, text }: { group: Group; text: string }) {
  const count = (group.cards ?? []).length;
  return (
    <span class="progress" data-tone={group.marks?.find(({ tone }) => tone)?.tone} aria-hidden="true">
      <span class="steps">
        {group.label}
        {Array.from({ length: group.room ?? 0 }, (_, i) => (
          <i key={i} data-done={i < count} />
        ))}
      </span>
      <span class="mark">{text}</span>
    </span>
  );
}

/** The play to beat; what else was played since the lead lies before the seats. */
function TrickView({ trick, frame }: { trick: Trick; frame: TableFrame }) {
  const plays = (trick.plays ?? []).filter(({ cards }) => (cards ?? []).length > 0);
  const best = trick.best == null ? undefined : trick.plays?.[trick.best];
  const isMine = actions.value.some(({ targets = [] }) => targets.includes(trick.id)) && !useContext(Still);
  return (
    <div class="trick" {...spotProps([trick])}>
      {plays.length === 0 && trick.empty !== undefined && (
        <p class="told">{isMine ? t("begin_lead") : trick.empty}</p>
      )}
      {best !== undefined && (
        <div class="play" data-best={true} role="group" aria-label={trick.label}>
          <Row key={(best.cards ?? []).join(" ")} cards={best.cards ?? []} />
          <span class="told">{bestText(frame, best.seat, best.note)}</span>
        </div>
      )}
      <LayDown zones={[trick]} />
    </div>
  );
}

/** What the best play is, and that it is to be beaten as long as anybody may. */
function bestText(frame: TableFrame, seat: number, note: Note | null | undefined): string {
  const name = playerName(frame, seat);
  const best = note == null ? t("play_of", { name }) : t("by_whom", { what: note.text, name });
  return frame.board?.ask == null ? best : t("to_beat", { what: best });
}

/** Cards in the order in which they were drawn, and who has won which of them. */
function TapeView({ tape, frame }: { tape: Tape; frame: TableFrame }) {
  const isStill = useContext(Still);
  const items = isStill ? (tape.items ?? []) : turnedItems(tape);
  const marks = (tape.marks ?? []).filter(({ at }) => at <= items.length);
  const isGoing = !isStill && isTurning.value;
  if ((tape.items ?? []).length === 0) return null;
  const ends = [...marks.map(({ at }) => at), items.length];
  return (
    <section class="tape">
      <h2>{tape.label}</h2>
      {isGoing && <TurningCards frame={frame} tape={tape} />}
      <ol class="strips">
        {ends.map((end, i) => {
          const cards = items.slice(ends[i - 1] ?? 0, end);
          const winner = marks[i]?.seat ?? null;
          const owner = winner !== null ? playerName(frame, winner) : isGoing ? "" : t("left_over");
          if (cards.length === 0) return null;
          return (
            <li key={end} data-winner={winner ?? -1} aria-label={`${cards.map(spoken).join(" ")}, ${owner}`}>
              <span class="strip" aria-hidden="true">
                {cards.map((face, j) =>
                  look(face).rank === "" && look(face).suit === "" ? (
                    <i key={j} data-ink={look(face).ink} />
                  ) : (
                    <Chip key={j} face={face} />
                  ),
                )}
              </span>
              <span aria-hidden="true">{owner}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Where the selected cards can be laid: shown while it is of use. */
export function LayDown({ zones }: { zones: readonly AnyZone[] }) {
  const ids = placesOf(zones);
  const isStill = useContext(Still);
  if (isStill || selection.value.size === 0 || actionsAt(...ids).length === 0) return null;
  return (
    <button
      type="button"
      class="spot lay-down"
      data-spot={ids.join(" ")}
      data-open="true"
      onClick={() => {
        actAt(...ids);
      }}
    >
      {t("lay_down")}
    </button>
  );
}
