/** The review of a match: what each decision of a seat cost; the service judges some at a time. */

import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../base/lazytexts";
import { isInTab } from "../base/place";
import { into, puts } from "../base/putting";
import { Said } from "../cards/said";
import { Coming } from "../home/owntable";
import type { Decision, Head, ReviewFrame, StepsFrame, TableFrame } from "../protocol";
import { ask, linkState, Refusal } from "../service/link";
import { notice, tell } from "../service/store";
import { Button } from "../shell/button";
import { Notices } from "../shell/line";
import { Select } from "../shell/select";
import { BoardOf } from "../table/board/board";
import { Still } from "../table/board/zone";
import { frameAt, playFrom, StillHand } from "../table/replay";
import { dayOf, headOf, nameOf } from "../seats/matches";
import { frameOf } from "./stepping";

const DRAWN = 3; // mistakes with their boards
const AGAIN_MS = 3_000; // after the service has asked for time

/** What has been judged in this window, by match and seat; the service has it, too. */
const reviews = signal<ReadonlyMap<string, ReviewFrame>>(new Map());

/** Have more decisions judged while `isWanted`; what is judged stays. */
async function goOn(key: string, of: string, seat: number, isWanted: () => boolean): Promise<void> {
  while (isWanted() && reviews.value.get(key)?.left !== 0) {
    const known = reviews.value.get(key)?.decisions ?? [];
    try {
      const frame = await ask<ReviewFrame>({ do: "review", of, seat, first: known.length });
      const decisions = [...known.slice(0, frame.first), ...frame.decisions];
      reviews.value = new Map(reviews.value).set(key, { ...frame, decisions });
      if (notice.value?.isWaiting === true) notice.value = null;
    } catch (error) {
      if (!isWanted()) return;
      tell(error);
      if (!(error instanceof Refusal && ["busy", "rate", "late"].includes(error.code))) return;
      notice.value = { kind: "news", text: error.message, isWaiting: true };
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

export function ReviewScreen({ subject }: { subject: string }) {
  const head = useSignal<Head | null>(null);
  useEffect(() => {
    if (linkState.value === "open") headOf(subject).then(into(head), tell);
  }, [subject, linkState.value]);
  if (head.value === null) return <Coming />;
  return (
    <div class="deals">
      <Notices />
      <Reviewed match={head.value} />
    </div>
  );
}

function Reviewed({ match }: { match: Head }) {
  const seat = useSignal(match.seat ?? 0);
  const isStopped = useSignal(false);
  const key = `${match.id} ${seat.value}`;
  useEffect(() => {
    let isWanted = !isStopped.value && linkState.value === "open";
    void goOn(key, match.id, seat.value, () => isWanted).then(() => {
      if (isWanted) isStopped.value = true; // it is done, or refused
    });
    return () => {
      isWanted = false;
    };
  }, [key, isStopped.value, linkState.value]);
  const review = reviews.value.get(key);
  const count = review?.decisions.length ?? 0;
  const total = count + (review?.left ?? 1);
  const mistakes = (review?.decisions ?? []).filter(({ mistake }) => mistake).sort((a, b) => b.cost - a.cost);
  return (
    <>
      <header>
        <h1>{t("review_of", { match: nameOf(match) })}</h1>
        <Select
          label={t("review_seat")}
          value={seat.value}
          values={match.names.map((name, i) => [i, name])}
          choose={(chosen) => {
            seat.value = chosen;
            isStopped.value = false;
          }}
        />
      </header>
      <p class="faint">
        {dayOf(match.ended_at, "short")}. {t("review_about")} {isInTab && t("review_tab")}
      </p>
      {review?.left !== 0 && (
        <p class="buttons">
          <progress value={count} max={total} aria-label={t("review")} />
          <span role="status">
            {t("review_count", { n: count, all: review === undefined ? "…" : total })}
          </span>
          <Button
            text={t(isStopped.value ? "review_on" : "review_stop")}
            press={puts(isStopped, !isStopped.value)}
          />
        </p>
      )}
      {review !== undefined && (
        <section aria-label={t("review_play")}>
          {review.words.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {mistakes.length === 0 && review.left === 0 && <p>{t("review_none")}</p>}
        </section>
      )}
      {mistakes.map((decision, i) => (
        <Mistake
          key={decision.step}
          match={match}
          seat={seat.value}
          decision={decision}
          isDrawn={i < DRAWN}
        />
      ))}
      <p>
        <a href={`#/match/${match.id}`}>{t("match_steps")}</a> · <a href="#/history">{t("own_history")}</a>
      </p>
    </>
  );
}

interface MistakeProps {
  match: Head;
  seat: number;
  decision: Decision;
  isDrawn?: boolean;
}

/** A decision that cost something: the board as its seat saw it, and what would have been better. */
function Mistake({ match, seat, decision, isDrawn = false }: MistakeProps) {
  const { round, number, phrase, reason, hint } = decision;
  const title = t("review_move", { round: round + 1, move: number + 1, played: phrase });
  return (
    <section aria-label={title}>
      <h2>
        <Said text={title} />
      </h2>
      <p>
        <Said text={hint === "" ? reason : `${reason}. ${t("hint")}: ${hint}`} />
      </p>
      {isDrawn && <Position {...{ match, seat, decision }} />}
      <p class="buttons">
        <a class="button quiet" href={`#/match/${match.id}/${round + 1}-${number}`}>
          {t("review_open")}
        </a>
        {isInTab && seat === match.seat && (
          <Button text={t("review_again")} press={() => playFrom(match.id, [round + 1, number])} />
        )}
      </p>
    </section>
  );
}

/** The table before a move; of another seat without its hand. */
function Position({ match, seat, decision }: MistakeProps) {
  const frame = useSignal<TableFrame | null>(null);
  useEffect(() => {
    const own = seat === match.seat ? seat : null;
    const { round, number } = decision;
    ask<StepsFrame>({ do: "steps", of: match.id, round: round + 1, seat: own, first: number }).then(
      (head) => {
        const step = head.steps[0];
        if (step !== undefined) frame.value = frameAt(frameOf(match), head, step);
      },
      tell,
    );
  }, []);
  return (
    <div class="felt review-board" data-game={match.game} role="img" aria-label={t("the_table")}>
      {frame.value !== null && (
        <div class="board" inert>
          <Still.Provider value={true}>
            <BoardOf frame={frame.value} />
            <StillHand frame={frame.value} />
          </Still.Provider>
        </div>
      )}
    </div>
  );
}
