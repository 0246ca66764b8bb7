/** The table: what lies open, the own hand, what may be done, and whose turn it is. */

import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import {
  ActionBar,
  CommandBox,
  HintButton,
  isMoreOpen,
  MoreButton,
  MoveList,
  Notice,
  SortButtons,
} from "./actions";
import { closeReplay, finishedRounds, openReplay, replay } from "../service/replay";
import { BoardOf } from "./board/board";
import { t, tn } from "../base/catalogue";
import { Dialog } from "../shell/dialog";
import { Flights } from "./flight";
import { Hand } from "./hand";
import { Heard } from "./heard";
import { Later } from "../shell/later";
import { linkState, reconnectNow, takeBack } from "../service/link";
import { unread } from "./news";
import { panel, Panels } from "./panels";
import type { TableFrame } from "../protocol";
import { changeName } from "../seats/naming";
import { openRules } from "./rules";
import { Between, isChanging, mayChange, Seating } from "../seats/seating";
import { seatName } from "../seats/seatname";
import { SeatBar, seatsShown } from "../seats/seats";
import { openSettings } from "../shell/preferences";
import {
  busy,
  curtain,
  go,
  isAlone,
  mySeats,
  myTurn,
  notice,
  own,
  say,
  table,
  takeBackMove,
} from "../service/store";
import { Said } from "../cards/said";
import { Scene } from "./scene";
import { sure } from "../shell/question";
import { isInTab } from "../base/place";
import { renewal } from "../base/renewal";
import { clearSelection } from "./moves";
import { isShort, isSmall } from "../base/screen";
import { bubble } from "./talk";
import { isTurning, TurningBar } from "./turning";
import { Unsaved } from "../base/unsaved";
import { ownHand } from "./zones";
import { Button } from "../shell/button";
import { puts } from "../base/putting";

export function TableScreen() {
  const frame = table.value;
  useEffect(() => {
    document.body.classList.add("at-table");
    return () => document.body.classList.remove("at-table");
  }, []);
  if (frame === null) {
    return (
      <main class="loading">
        <p role="status">{t(linkState.value === "open" ? "loading" : "connecting")}</p>
      </main>
    );
  }
  return (
    <div class="table-screen" data-moved={`${frame.table} ${frame.moved} ${frame.phase}`}>
      <TopBar frame={frame} />
      <Connection />
      <main class="felt" data-game={frame.settings.game}>
        <InView frame={frame} />
      </main>
      <Panels />
      <Heard frame={frame} />
      <Flights />
    </div>
  );
}

/** A finished round that is seen again, the curtain between two people, or the table. */
function InView({ frame }: { frame: TableFrame }) {
  if (replay.value !== null) return <Later at="replay" subject="" missed={missReplay} />;
  return curtain.value === null ? <Play frame={frame} /> : <Curtain frame={frame} />;
}

/** Without a connection the table itself stays in sight. */
function missReplay(): void {
  closeReplay();
  notice.value = { kind: "refusal", text: t("not_connected") };
}

function Play({ frame }: { frame: TableFrame }) {
  const isPlaying = frame.phase === "playing";
  const isEnd = !isPlaying && frame.phase !== "seating";
  const hasHand = own.value !== null && ownHand(frame) !== null;
  return (
    <>
      {isSmall.value && bubble.value !== null && (
        <p class="bubble" aria-hidden="true">
          <b>{bubble.value.who}</b> {bubble.value.text}
        </p>
      )}
      <div class="board" role="region" aria-label={t("the_table")} tabIndex={0} onClick={letGo}>
        <h1 class="hidden">{frame.title}</h1>
        {frame.board !== null && isEnd && !isTurning.value && <Scene frame={frame} />}
        {frame.board !== null && <BoardOf frame={frame} />}
        {frame.phase === "seating" && <Seating />}
      </div>
      <div class="mine" data-playing={isPlaying} data-more={isMoreOpen.value}>
        <SeatBar frame={frame} />
        <Notice />
        {isEnd && (isTurning.value ? <TurningBar /> : <Between frame={frame} />)}
        {isPlaying && (
          <div class="status">
            <TurnLine frame={frame} />
            <span class="tools">{!isShort.value && <Tools frame={frame} />}</span>
          </div>
        )}
        {isPlaying && hasHand && <Hand />}
        {isPlaying && mySeats.value.length > 0 && (
          <div class="doing">
            <ActionBar />
            <MoreButton />
            <div class="extras" id="more-ways">
              {isShort.value && (
                <span class="tools">
                  <Tools frame={frame} />
                </span>
              )}
              <MoveList />
              <CommandBox />
            </div>
          </div>
        )}
      </div>
    </>
  );
}

/** Whoever taps where nothing is lets go of the selected cards. */
function letGo(event: Event): void {
  const spots = "button, summary, a, [data-spot], .whole-pile";
  if (event.target instanceof Element && event.target.closest(spots) === null) clearSelection();
}

/** A move taken back, the order of the hand, hints. */
/** Take the last move back; what makes the match practice is asked about first. */
async function undo(): Promise<void> {
  const practice = table.value?.undo_marks === true;
  const question = { title: t("practice_title"), text: t("practice_text"), yes: t("undo") };
  if (!practice || (await sure(question))) await takeBackMove(practice);
}

function Tools({ frame }: { frame: TableFrame }) {
  return (
    <>
      {frame.undo && (
        <button
          type="button"
          class="quiet undo"
          aria-label={t("undo")}
          disabled={busy.value}
          onClick={() => void undo()}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d={BACKWARDS} fill="none" stroke="currentColor" stroke-width="2" />
          </svg>
          <span>{t("undo")}</span>
        </button>
      )}
      <SortButtons />
      <HintButton />
    </>
  );
}

export function TurnLine({ frame }: { frame: TableFrame }) {
  return (
    <div class="turn-line" data-mine={myTurn.value}>
      <p role="status" class="turn">
        {frame.turn !== null && turnText(frame, frame.turn)}
        {myTurn.value && frame.board?.ask != null && (
          <span class="asked">
            , <Said text={frame.board.ask.text} />
          </span>
        )}
        <Clock deadline={frame.deadline} />
      </p>
    </div>
  );
}

function turnText(frame: TableFrame, turn: number): string {
  const name = seatName(frame, turn);
  if (myTurn.value) return mySeats.value.length > 1 ? t("turn_of_seat", { name }) : t("your_turn");
  return t(frame.seats[turn]?.kind === "bot" ? "thinking" : "turn_of", { name });
}

/** Seconds left, in the last two minutes; no screen reader is told of each. */
function Clock({ deadline }: { deadline: number | null }) {
  const time = useSignal(performance.now());
  // what is left passes evenly, whatever becomes of the date
  const ends = useMemo(() => performance.now() + (deadline ?? 0) - Date.now(), [deadline]);
  useEffect(() => {
    if (deadline === null) return undefined;
    const timer = window.setInterval(() => {
      time.value = performance.now();
    }, 1000);
    return () => window.clearInterval(timer);
  }, [deadline]);
  if (deadline === null) return null;
  const left = Math.max(0, Math.round((ends - time.value) / 1000));
  const text = left > 120 ? `${Math.round(left / 60)} min` : `${left} s`;
  return (
    <span class="clock" aria-hidden="true">
      {text}
    </span>
  );
}

function Curtain({ frame }: { frame: TableFrame }) {
  const seat = curtain.value;
  if (seat === null) return null;
  const name = seatName(frame, seat);
  return (
    <section class="curtain">
      <h2>{t("pass_to", { name })}</h2>
      <p>{t("pass_why")}</p>
      <Button class="main large" text={t("i_am", { name })} press={() => say({ do: "look", seat })} />
    </section>
  );
}

/** An arrow that turns back. */
const BACKWARDS = "M7 3L3 7L7 11M3 7H12A4.5 4.5 0 0 1 12 16H7";

/** A table of points, a list, a bubble. */
const ICONS = {
  score: "M3 3.500H17V16.500H3ZM3 8H17M8 8V16.500M12.500 8V16.500",
  log: "M7 5H17M7 10H17M7 15H17M3 5H4M3 10H4M3 15H4",
  chat: "M3 4H17V13.500H9L5 17V13.500H3Z",
} as const;

/** The way home, what is played, and how far it is. */
export function TableTitle({ title, about }: { title: string; about: string }) {
  return (
    <>
      <button type="button" class="quiet back" aria-label={t("leave")} onClick={() => go("#/")}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M12.5 4L6.5 10L12.5 16" fill="none" stroke="currentColor" stroke-width="2.2" />
        </svg>
      </button>
      <div class="title">
        <b>{title}</b>
        <small>{about}</small>
      </div>
    </>
  );
}

function TopBar({ frame }: { frame: TableFrame }) {
  const openWindow = useSignal<"invite" | "as_text" | null>(null);
  const close = () => {
    openWindow.value = null;
  };
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeMenu = (event: PointerEvent) => {
      const inside = event.target instanceof Node && menu.current?.contains(event.target);
      if (menu.current !== null && inside !== true) menu.current.open = false;
    };
    document.addEventListener("pointerdown", closeMenu);
    return () => document.removeEventListener("pointerdown", closeMenu);
  }, []);
  const round =
    frame.round === 0
      ? ""
      : frame.rounds === null
        ? t("round_n", { n: frame.round })
        : t("round_of", { n: frame.round, all: frame.rounds });
  const about = frame.practice === true ? `${round} · ${t("practice")}` : round;
  return (
    <header class="top-bar">
      <TableTitle title={frame.title} about={about} />
      <nav class="only-small" aria-label={t("menu")}>
        {(isAlone.value ? (["score", "log"] as const) : (["score", "log", "chat"] as const)).map((name) => (
          <button
            key={name}
            type="button"
            class="quiet"
            aria-label={
              name === "chat" && unread.value > 0 ? `${t(name)}, ${tn("unread", unread.value)}` : t(name)
            }
            aria-pressed={panel.value === name}
            onClick={() => {
              panel.value = panel.value === name ? null : name;
            }}
          >
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d={ICONS[name]} fill="none" stroke="currentColor" stroke-width="1.8" />
            </svg>
            {name === "chat" && unread.value > 0 && (
              <span class="unread" aria-hidden="true">
                {unread.value}
              </span>
            )}
          </button>
        ))}
      </nav>
      <details
        class="menu"
        ref={menu}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest("button") !== null)
            event.currentTarget.open = false;
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.open = false;
        }}
      >
        <summary aria-label={t("menu")}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M3 5.5H17M3 10H17M3 14.5H17" stroke="currentColor" stroke-width="2" />
          </svg>
        </summary>
        <div class="menu-items">
          {!isInTab && <Button class="" text={t("invite")} press={puts(openWindow, "invite")} />}
          {frame.phase === "playing" && (
            <Button class="" text={t("as_text")} press={puts(openWindow, "as_text")} />
          )}
          {finishedRounds(frame) > 0 && (
            <Button class="" text={t("replay_open")} press={() => openReplay(finishedRounds(frame))} />
          )}
          <Button class="" text={t("rules")} press={() => openRules(frame.settings.game)} />
          {mySeats.value.length > 0 && <Button class="" text={t("change_name")} press={changeName} />}
          <Button class="" text={t("settings")} press={openSettings} />
          {mySeats.value.length > 0 && frame.phase === "playing" && (
            <Button class="" text={t("undo_last")} press={undo} />
          )}
          <Button class="" text={t("seats")} press={puts(seatsShown, true)} />
          <Button class="" text={t("leave")} press={() => go("#/")} />
        </div>
      </details>
      {openWindow.value !== null && (
        <Dialog title={t(openWindow.value)} onClose={close}>
          <Later at={openWindow.value} subject="" />
        </Dialog>
      )}
      {isChanging.value && mayChange(frame) && (
        <Dialog title={t("change_table")} onClose={puts(isChanging, false)}>
          <Later at="change" subject="" />
        </Dialog>
      )}
    </header>
  );
}

/** A line when the connection is gone, or something is not saved; the table stays readable. */
export function Connection() {
  const isElsewhere = linkState.value === "elsewhere";
  const renew = renewal.value;
  if (renew !== null && !isElsewhere)
    return (
      <div class="connection shown" role="status">
        <span>{t("newer")}</span>
        <Button class="" text={t("renew")} press={renew} />
        <Button class="" text={t("dismiss")} press={puts(renewal, null)} />
      </div>
    );
  if (linkState.value !== "lost" && !isElsewhere) return <Unsaved />;
  return (
    <div class="connection shown" role="status">
      <span>{t(isElsewhere ? "elsewhere" : "lost")}</span>
      <Button
        class=""
        text={t(isElsewhere ? "take_back" : "try_now")}
        press={isElsewhere ? takeBack : reconnectNow}
      />
    </div>
  );
}
