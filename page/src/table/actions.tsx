/** What may be done now: buttons for the selected cards, words for those who type, and hints. */

import { computed, effect, signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../base/catalogue";
import {
  act,
  askWhy,
  choice,
  clearSelection,
  exact,
  further,
  isForced,
  plain,
  select,
  selectedFaces,
  cardActions,
} from "./moves";
import { LineForm, NoticePlace } from "../shell/line";
import { levelText, levelWord } from "../seats/levels";
import type { OpenAction } from "../protocol";
import { openRules } from "./rules";
import { gameAtTable, usualOrder, waysToSort } from "../cards/faces";
import { order } from "../base/settings";
import { actions, askHint, busy, myTurn, own, play, table } from "../service/store";
import { ownHand } from "./zones";
import { Said } from "../cards/said";
import { Button } from "../shell/button";
import { Select } from "../shell/select";
import { into } from "../base/putting";

const MOST_SHOWN = 60;
const MOST_IN_LINE = 6; // buttons: more have the whole width

/** Whether the other ways to play are shown, where there is no room for them beside the actions. */
export const isMoreOpen = signal(false);

/** Whether all open moves are listed. */
const isListOpen = signal(false);

const moved = computed(() => table.value?.moved);

effect(() => {
  // with the move all that was open for it closes; not with a frame that only shows the table again
  void moved.value;
  isMoreOpen.value = false;
  isListOpen.value = false;
});

export function ActionBar() {
  // its place is kept: the hand stays where it is when the turn comes
  if (!myTurn.value || own.value === null) {
    return (
      <div class="actions">
        <div class="buttons">
          <ClearButton />
        </div>
      </div>
    );
  }
  const offered = choice.value ?? exact.value;
  const always = choice.value === null ? plain.value : [];
  const isMany = always.length + offered.length > MOST_IN_LINE;
  return (
    <section class={isMany ? "actions many" : "actions"} aria-label={t("your_moves")}>
      <div class="buttons">
        {always.map((action) => (
          <ActionButton key={action.id} action={action} />
        ))}
        {choice.value !== null && choice.value.length > 1 && <span class="prompt">{t("which")}</span>}
        {offered.map((action) => (
          <ActionButton key={action.id} action={action} isMain />
        ))}
        <SelectionHelp />
      </div>
    </section>
  );
}

function ActionButton({ action, isMain = false }: { action: OpenAction; isMain?: boolean }) {
  return (
    <button
      type="button"
      class={isMain ? "action main" : "action"}
      data-verb={action.verb}
      disabled={busy.value}
      onClick={() => void act(action)}
    >
      <span class="words">
        <Said text={action.text} />
      </span>
    </button>
  );
}

function SelectionHelp() {
  const faces = selectedFaces.value;
  if (isForced()) return <ClearButton />;
  if (faces.length === 0 && choice.value === null) {
    const needsCards = further.value.length > 0;
    return needsCards ? <span class="prompt">{t("select_cards")}</span> : null;
  }
  return (
    <>
      {exact.value.length === 0 && choice.value === null && (
        <>
          <span class="prompt told-no">{t("no_move")}</span>
          <Button text={t("why_not")} press={() => askWhy(null)} />
        </>
      )}
      <ClearButton />
    </>
  );
}

/** Lets go of the selected cards, and of what is offered. */
function ClearButton() {
  if (selectedFaces.value.length === 0 && choice.value === null) return null;
  return (
    <button type="button" class="quiet clear" aria-label={t("clear")} onClick={clearSelection}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M5 5L15 15M15 5L5 15" stroke="currentColor" stroke-width="2.2" />
      </svg>
      <span>{t("clear")}</span>
    </button>
  );
}

/** Every open move; choosing one selects its cards, playing is a second step. */
export function MoveList() {
  const faces = selectedFaces.value;
  const moves = faces.length === 0 ? actions.value : [...exact.value, ...further.value];
  if (!myTurn.value || moves.length < 2 || cardActions.value.length > 0) return null;
  const title = faces.length === 0 ? "all_moves" : "with_selection";
  return (
    <details
      class="all-moves"
      open={isListOpen.value}
      onToggle={(event) => {
        isListOpen.value = event.currentTarget.open;
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        isListOpen.value = false;
        event.currentTarget.querySelector("summary")?.focus();
      }}
    >
      <summary>{t(title, { n: moves.length })}</summary>
      {isListOpen.value && (
        <ul>
          {moves.slice(0, MOST_SHOWN).map((action) => (
            <li key={action.id}>
              <button type="button" class="move" data-verb={action.verb} onClick={() => pick(action)}>
                <span class="words">
                  <Said text={action.text} />
                </span>
              </button>
            </li>
          ))}
          {moves.length > MOST_SHOWN && <li>{t("more_moves", { n: moves.length - MOST_SHOWN })}</li>}
        </ul>
      )}
    </details>
  );
}

/** On small screens: a button that shows the list of all moves, the words to type, and the tools. */
export function MoreButton() {
  useEffect(() => {
    const close = (event: Event) => {
      const isKey = event instanceof KeyboardEvent;
      const isInside = event.target instanceof Element && event.target.closest(".doing") !== null;
      if (isKey ? event.key === "Escape" : !isInside) isMoreOpen.value = false;
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, []);
  return (
    <button
      type="button"
      class="quiet more-ways"
      aria-label={t("more_ways")}
      aria-expanded={isMoreOpen.value}
      aria-controls="more-ways"
      onClick={() => {
        isMoreOpen.value = !isMoreOpen.value;
        isListOpen.value = isMoreOpen.value;
      }}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path
          d="M4 10h.01M10 10h.01M16 10h.01"
          stroke="currentColor"
          stroke-width="3.6"
          stroke-linecap="round"
        />
      </svg>
    </button>
  );
}

function pick(action: OpenAction): void {
  isListOpen.value = false;
  isMoreOpen.value = false;
  select(action);
  choice.value = exact.value.length === 1 && exact.value[0] === action ? null : [action];
}

/** The hint of the game, or what a computer player would do. */
export function HintButton() {
  const from = useSignal("");
  const levels = gameAtTable.value?.levels ?? [];
  if (!myTurn.value) return null;
  const ask = async () => {
    isMoreOpen.value = false; // where it is asked for there, that would cover the answer
    const who = from.value === "" ? t("hint_game") : levelWord(gameAtTable.value, from.value);
    await askHint(from.value, t("hint_waiting", { who }));
  };
  return (
    <span class="hint-button">
      <Button text={t("hint")} press={() => ask()} />
      <Select
        label={t("hint_from")}
        value={from.value}
        values={["", ...levels].map((level) => [
          level,
          t("hint_of", { who: level === "" ? t("hint_game") : levelText(gameAtTable.value, level) }),
        ])}
        choose={into(from)}
      />
    </span>
  );
}

export function SortButtons() {
  const hand = ownHand(table.value);
  const ways = waysToSort(hand);
  if ((hand?.count ?? 0) < 2 || ways.length === 1) return null;
  return (
    <label class="sort">
      <span aria-hidden="true">{t("sort")}</span>
      <Select
        label={t("sort")}
        value={usualOrder(hand)}
        values={ways.map((way) => [way, t(`sort_${way}`)])}
        choose={into(order)}
      />
    </label>
  );
}

/** The words of the terminal, here too. */
export function CommandBox() {
  const text = useSignal("");
  if (!myTurn.value) return null;
  const send = async (words: string) => {
    const isPlayed = await play({ text: words });
    if (isPlayed) clearSelection();
    return isPlayed;
  };
  return (
    <LineForm
      class="command"
      label={t("type_move")}
      name="command"
      text={text}
      send={send}
      button={t("send")}
      most={200}
      placeholder={t("type_move")}
    />
  );
}

/** A refusal, a hint or news, with a way to the rule behind it. */
export function Notice() {
  const game = table.value?.settings.game;
  return (
    <NoticePlace
      show={(text) => <Said text={text} />}
      more={(rule) =>
        game !== undefined && <Button text={t("read_rule")} press={() => openRules(game, rule)} />
      }
    />
  );
}
