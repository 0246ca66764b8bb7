/** The score sheet of an evening of Tranca: rounds, sides and totals. */

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../base/lazytexts";
import { isInTab } from "../base/place";
import { isLost } from "../base/unsaved";
import { Dialog } from "../shell/dialog";
import {
  entryAt,
  evening,
  fresh,
  hasPhotos,
  isProvisional,
  leaders,
  LONGEST_PLAYERS,
  MOST_SIDES,
  open,
  openRound,
  saveLabels,
  totalOf,
} from "./evening";
import { backUp, begin, restore } from "./evenings";
import { number } from "../lab/figures";
import { Notices } from "../shell/line";
import { Results } from "./results";
import { RoundEditor } from "./round";
import { Again, Minimums, TableSetting, TargetAndTitle, useSetting } from "./setup";
import { isLoaded, keepEvenings } from "./storage";
import { enterPoints, misread, typing } from "./typing";
import { Button } from "../shell/button";
import { puts } from "../base/putting";

export function SheetScreen() {
  useSetting();
  useEffect(keepEvenings, []);
  if (!isLoaded.value) return <p role="status">{t("loading")}</p>;
  if (open.value !== null) return <RoundEditor at={open.value} />;
  return (
    <div class="evening">
      <h1>{t("sheet_title")}</h1>
      <p class="lead">{t(isInTab ? "sheet_lead_tab" : "sheet_lead")}</p>
      <Notices />
      <EveningTable />
      {misread.value !== null && (
        <p id="misread" role="alert" class="misread">
          {misread.value.reason}
        </p>
      )}
      <Winner />
      <TableSetting />
      <div class="asking">
        <TargetAndTitle />
        <SideButtons />
      </div>
      <Players />
      <Results />
      <Files />
    </div>
  );
}

function EveningTable() {
  const { sides, rounds } = evening.value;
  const rows = Array.from({ length: rounds.length + 1 }, (_, round) => round);
  return (
    <div class="scrolls" role="region" tabIndex={0} aria-label={t("sheet_title")}>
      <table class="evening-table">
        <thead>
          <tr>
            <th scope="col">{t("round")}</th>
            {sides.map((name, side) => (
              <th key={side} scope="col">
                <SideName side={side} name={name} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((round) => (
            <tr key={round}>
              <th scope="row">{round + 1}</th>
              {sides.map((name, side) => (
                <td key={side}>
                  <Cell round={round} side={side} name={name} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("total")}</th>
            {sides.map((_, side) => (
              <td key={side}>
                <b>{number(totalOf(side), 0)}</b>
                {isProvisional(side) && <small>{t("provisional")}</small>}
              </td>
            ))}
          </tr>
          <Minimums />
        </tfoot>
      </table>
    </div>
  );
}

/** As wide as the name, and as many lines as it needs where there is no room for that. */
function SideName({ side, name }: { side: number; name: string }) {
  const field = typing(`side ${side}`, name, (text) => {
    const newName = text.replace(/\s+/g, " ").trim() || t("side_n", { n: side + 1 });
    const sides = evening.value.sides.map((each, i) => (i === side ? newName : each));
    evening.value = { ...evening.value, sides };
  });
  return (
    <span class="side-name">
      <span aria-hidden="true">{field.value}</span>
      <textarea
        rows={1}
        aria-label={t("side_name", { n: side + 1 })}
        maxLength={24}
        {...field}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          event.currentTarget.blur();
        }}
      />
    </span>
  );
}

interface CellProps {
  round: number;
  side: number;
  name: string;
}

/** The points of a side in a round: a field as long as no cards were counted. */
function Cell({ round, side, name }: CellProps) {
  const entry = entryAt(round, side);
  if (entry?.draft != null)
    return (
      <CountButton round={round} side={side} name={name}>
        {number(entry.points, 0)}
        {entry.provisional && <small>{t("provisional")}</small>}
      </CountButton>
    );
  return (
    <>
      <PointsField round={round} side={side} name={name} />
      {entry === null && (
        <CountButton round={round} side={side} name={name} isQuiet>
          {t("count_cards")}
        </CountButton>
      )}
    </>
  );
}

type CountButtonProps = CellProps & { isQuiet?: boolean; children: ComponentChildren };

function CountButton({ round, side, name, isQuiet = false, children }: CountButtonProps) {
  return (
    <button type="button" class={isQuiet ? "quiet" : ""} onClick={() => openRound(round, side)}>
      {children}
      <span class="hidden">({t("round_of_side", { n: round + 1, name })})</span>
    </button>
  );
}

function PointsField({ round, side, name }: CellProps) {
  const entry = entryAt(round, side);
  const isBad = misread.value?.round === round && misread.value.side === side;
  const entered = entry === null ? "" : number(entry.points, 0);
  return (
    <input
      type="text"
      autoComplete="off"
      enterKeyHint="done"
      aria-label={t("points_of_side", { n: round + 1, name })}
      aria-invalid={isBad}
      {...(isBad ? { "aria-describedby": "misread" } : {})}
      placeholder={t("points")}
      {...typing(`points ${round}.${side}`, entered, (text) => enterPoints(round, side, text))}
    />
  );
}

function Winner() {
  const names = leaders();
  return (
    <p role="status" class="said">
      {names.length > 0 &&
        t(names.length === 1 ? "winners_one" : "equal_at_target", { names: names.join(", ") })}
    </p>
  );
}

function SideButtons() {
  const { sides, players, rounds } = evening.value;
  const isLastEmpty = rounds.every((row) => row[sides.length - 1] == null);
  return (
    <div class="buttons">
      {sides.length < MOST_SIDES && (
        <Button
          class=""
          text={t("add_side")}
          press={() => {
            const name = t("side_n", { n: sides.length + 1 });
            evening.value = { ...evening.value, sides: [...sides, name] };
          }}
        />
      )}
      {sides.length > 2 && isLastEmpty && (
        <Button
          text={t("remove_side")}
          press={() => {
            const cut = rounds.map((row) => row.slice(0, -1));
            evening.value = {
              ...evening.value,
              sides: sides.slice(0, -1),
              players: players.slice(0, sides.length - 1),
              rounds: cut,
            };
          }}
        />
      )}
    </div>
  );
}

/** Who plays on each side, where its name does not say so. */
function Players() {
  const { sides, players } = evening.value;
  return (
    <details class="players">
      <summary>{t("players_of_sides")}</summary>
      <p class="faint">{t("players_how")}</p>
      {sides.map((name, side) => (
        <label key={side} class="line">
          <span>{t("players_of", { name })}</span>
          <input
            type="text"
            name={`players-${side + 1}`}
            maxLength={LONGEST_PLAYERS}
            {...typing(`players ${side}`, players[side] ?? "", (text) => {
              const changed = sides.map((_, i) => (i === side ? text.trim() : (players[i] ?? "")));
              evening.value = { ...evening.value, players: changed };
            })}
          />
        </label>
      ))}
    </details>
  );
}

function Files() {
  const isAsking = useSignal(false);
  return (
    <section class="files" aria-label={t("files")}>
      <div class="buttons">
        <Button class="" text={t("save_evenings")} press={() => backUp()} />
        <label class="button">
          <input
            type="file"
            class="hidden"
            name="sheet"
            accept="application/json,.json"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file !== undefined) void restore(file);
              event.currentTarget.value = "";
            }}
          />
          {t("read_evenings")}
        </label>
        {hasPhotos.value && <Button class="" text={t("save_labels")} press={() => saveLabels()} />}
        <Again />
        <Button text={t("new_evening")} press={puts(isAsking, true)} />
      </div>
      {isLost("sheets") ? <p role="alert">{t("sheet_unsaved")}</p> : <p class="faint">{t("sheet_kept")}</p>}
      {isAsking.value && (
        <Dialog title={t("new_evening")} onClose={puts(isAsking, false)}>
          <div class="stack">
            <p>{t("new_evening_why")}</p>
            <Button
              class="main"
              text={t("new_evening_yes")}
              press={() => {
                begin(fresh());
                isAsking.value = false;
              }}
            />
          </div>
        </Dialog>
      )}
    </section>
  );
}
