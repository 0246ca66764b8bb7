/** Beside the table: points, what was done, and chat. */

import { signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../base/catalogue";
import { onResize } from "../base/screen";
import { LineForm } from "../shell/line";
import type { Event, LogFrame, SheetData } from "../protocol";
import { playerName } from "../seats/seatname";
import { Said } from "../cards/said";
import { isAlone, mySeats, say, table } from "../service/store";
import { chatLines, Mute, Phrases } from "./talk";
import { isTurning } from "./turning";
import { Button } from "../shell/button";
import { Rows } from "../shell/rows";
import { puts } from "../base/putting";

/** On a small screen one panel at a time covers the table. */
export const panel = signal<"score" | "log" | "chat" | null>(null);

export function Panels() {
  return (
    <aside class="panels" data-open={panel.value ?? ""}>
      <Panel name="score" title={t("score")}>
        <Score />
      </Panel>
      <Panel name="log" title={t("log")}>
        <Log />
      </Panel>
      {!isAlone.value && (
        <Panel name="chat" title={t("chat")}>
          <Chat />
        </Panel>
      )}
    </aside>
  );
}

interface PanelProps {
  name: "score" | "log" | "chat";
  title: string;
  children: ComponentChildren;
}

function Panel({ name, title, children }: PanelProps) {
  return (
    <section class={`panel panel-${name}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Button class="quiet only-small" text={t("close")} press={puts(panel, null)} />
      </header>
      {children}
    </section>
  );
}

export function Score() {
  // while cards are being turned nothing says how it ends
  const sheet = isTurning.value ? null : (table.value?.sheet ?? null);
  const reasons = table.value?.reasons ?? null;
  if (sheet === null || sheet.rows.length === 0) return <p class="faint">{t("no_score")}</p>;
  return (
    <>
      <SheetTable sheet={sheet} label={t("score")} />
      {reasons !== null && <SheetTable sheet={reasons} label={reasons.title} captioned />}
    </>
  );
}

/** A sheet as a table; a line a reason. */
function SheetTable(props: { sheet: SheetData; label: string; captioned?: boolean }) {
  const { sheet, label, captioned = false } = props;
  return (
    <div class={captioned ? "score reasons" : "score"} tabIndex={0} role="group" aria-label={label}>
      <Rows look="" caption={captioned ? label : undefined} columns={sheet.columns} rows={sheet.rows} />
      {sheet.notes.map((note, i) => (
        <p key={i} class="note">
          <Said text={note} />
        </p>
      ))}
    </div>
  );
}

const NEAR_PX = 160; // to the end of a list: somebody is following it

/** Keep a list at its end, unless somebody has scrolled up to read. */
function useEnd<T extends HTMLElement>(watched: unknown) {
  const element = useRef<T>(null);
  const isNew = useRef(true);
  useEffect(() => {
    const list = element.current;
    if (list === null) return;
    const rest = list.scrollHeight - list.scrollTop - list.clientHeight;
    if (isNew.current || rest < NEAR_PX) list.scrollTop = list.scrollHeight;
    isNew.current = false;
  }, [watched]);
  useEffect(() => {
    const list = element.current;
    if (list === null) return undefined;
    let high = list.clientHeight;
    // a list that gets less room keeps its end in sight if it was
    return onResize(list, () => {
      const rest = list.scrollHeight - list.scrollTop - high;
      if (rest < NEAR_PX) list.scrollTop = list.scrollHeight;
      high = list.clientHeight;
    });
  }, []);
  return element;
}

const LOG_LINES = 30; // that come with every frame

/** The log of a whole round, asked for; it goes away with the next move. */
const whole = signal<{ moved: number; lines: Event[] } | null>(null);

async function askWhole(): Promise<void> {
  const moved = table.value?.moved ?? 0;
  const answer = await say<LogFrame>({ do: "log" });
  if (answer !== null) whole.value = { moved, lines: answer.lines };
}

function Log() {
  const frame = table.value;
  const isWhole = whole.value !== null && whole.value.moved === frame?.moved;
  const lines = (isWhole ? whole.value?.lines : frame?.log) ?? [];
  const first = useFirst(lines);
  const list = useEnd<HTMLDivElement>(lines);
  return (
    <div class="lines" role="log" aria-label={t("log")} tabIndex={0} ref={list}>
      {lines.length === 0 && <p class="faint">{t("log_empty")}</p>}
      {lines.length === LOG_LINES && <Button text={t("log_whole")} press={() => askWhole()} />}
      {lines.map((event, i) => {
        const name = frame === null ? "" : playerName(frame, event.seat);
        const who = event.text.startsWith(name) ? name : "";
        return (
          <p key={first + i}>
            <b>{who}</b>
            <Said text={event.text.slice(who.length)} />
          </p>
        );
      })}
    </div>
  );
}

/** The number of the oldest line that is shown, so that lines keep their place as others come. */
function useFirst(lines: readonly Event[]): number {
  const before = useRef<{ lines: readonly Event[]; first: number }>({ lines: [], first: 0 });
  const last = before.current;
  if (lines !== last.lines) {
    const gone = last.lines.findIndex((_, k) =>
      last.lines.slice(k).every((line, i) => lines[i]?.text === line.text),
    );
    const first = gone < 0 ? last.first + last.lines.length : last.first + gone;
    before.current = { lines, first };
  }
  return before.current.first;
}

function Chat() {
  const text = useSignal("");
  const lines = chatLines.value;
  const list = useEnd<HTMLDivElement>(lines.length);
  const send = async (text: string) => (await say({ do: "say", text })) !== null;
  return (
    <>
      <div class="lines" role="log" aria-label={t("chat")} tabIndex={0} ref={list}>
        {lines.length === 0 && <p class="faint">{t("chat_empty")}</p>}
        {lines.map((line, i) => (
          <p key={i}>
            <b>{line.who}</b> {line.text}
          </p>
        ))}
      </div>
      {mySeats.value.length > 0 && (
        <LineForm
          class="say"
          label={t("say_something")}
          name="chat"
          text={text}
          send={send}
          button={t("send")}
          most={280}
          placeholder={t("say_something")}
        />
      )}
      <div class="beside-chat">
        <Phrases />
        {table.value !== null && <Mute frame={table.value} />}
      </div>
    </>
  );
}
