/** Before a match: people come by the link, sit down with one press, and the host begins. */

import { effect, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { listed, t } from "../base/catalogue";
import { gameAtTable } from "../cards/faces";
import { beginForAll, sayReady } from "./fair";
import { Later } from "../shell/later";
import { isInTab } from "../base/place";
import { levelText } from "./levels";
import { ownName } from "./naming";
import type { SeatInfo, TableFrame } from "../protocol";
import { askedName } from "../base/settings";
import { busy, curtain, mySeats, name, rename, say, table } from "../service/store";
import { usualLevel } from "./usual";
import { Button } from "../shell/button";
import { Select } from "../shell/select";
import { into } from "../base/putting";

/** Whether there is a seat, or friends may have one more. */
function isRoom(frame: TableFrame): boolean {
  const most = Math.max(...(gameAtTable.value?.seats ?? []));
  const isMore = frame.settings.friends && frame.seats.length < most;
  return isMore || frame.seats.some((seat) => seat.take !== "");
}

/** For whoever has come by a link: a name and one press. */
export function SitDown({ frame }: { frame: TableFrame }) {
  const typed = useSignal<string | null>(null);
  const isMissing = useSignal(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // nothing else is asked of whoever comes before the match
    if (frame.phase === "seating") field.current?.focus();
  }, []);
  if (mySeats.value.length > 0 || !frame.may_sit || frame.phase === "revealing") return null;
  if (!isRoom(frame)) {
    if (!frame.settings.friends) return null;
    const text = `${t("watch_only")} ${t("watch_no_seat")}`;
    return <p class="prompt">{text}</p>;
  }
  const current = ownName();
  const value = typed.value ?? current;
  const sitDown = async (event: Event) => {
    event.preventDefault();
    const newName = value.trim();
    isMissing.value = newName === "";
    if (isMissing.value) {
      field.current?.focus();
      return;
    }
    askedName.value = "on";
    if (newName !== name.value && !(await rename(newName))) return;
    await say({ do: "sit", seat: null });
  };
  return (
    <form class="sit-down" noValidate onSubmit={(event) => void sitDown(event)}>
      <label>
        <span>{t("your_name")}</span>
        <input
          type="text"
          autoComplete="nickname"
          maxLength={24}
          ref={field}
          aria-required
          aria-invalid={isMissing.value}
          value={value}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
            isMissing.value = false;
          }}
        />
        {isMissing.value && <small role="alert">{t("name_missing")}</small>}
      </label>
      <button type="submit" class="main">
        {t("sit_down")}
      </button>
    </form>
  );
}

/** Where people are to come: the link, for the host; others have it in the menu. */
export function Inviting({ frame }: { frame: TableFrame }) {
  const isFree = frame.seats.some((seat) => seat.kind === "empty");
  if (!frame.host || isInTab || !(frame.settings.friends || isFree)) return null;
  return <Later at="invitation" subject={frame.table} />;
}

/** At a table for friends the host begins for all; computer players take the seats that are left. */
export function BeginForAll({ frame }: { frame: TableFrame }) {
  const game = gameAtTable.value;
  const level = useSignal("");
  if (game === null || game === undefined) return null;
  const chosen = level.value === "" ? usualLevel(game) : level.value;
  const left = frame.seats.filter((seat) => seat.kind === "empty").length;
  return (
    <>
      {left > 0 && (
        <label class="line">
          <span>{t("seats_left")}</span>
          <Select
            value={chosen}
            values={game.levels.map((one) => [one, t("who_bot", { level: levelText(game, one) })])}
            choose={into(level)}
          />
        </label>
      )}
      <Button
        disabled={busy.value}
        class="main large"
        text={t(frame.phase === "over" ? "again" : "begin")}
        press={() => beginForAll(chosen)}
      />
    </>
  );
}

/** The host, or who does the host's part, begins although somebody is not here. */
export function BeginWithout({ missing }: { missing: SeatInfo[] }) {
  const game = gameAtTable.value;
  if (game === null || game === undefined || missing.length === 0) return null;
  if (missing.some((seat) => seat.present)) return null;
  return (
    <Button
      disabled={busy.value}
      class="main"
      text={t("begin_without", { names: listed(missing.map((seat) => seat.name ?? "")) })}
      press={() => beginForAll(usualLevel(game))}
    />
  );
}

// who has sat down at a table for friends wants to play: the host alone says when
effect(() => {
  const frame = table.value;
  if (frame === null || !frame.settings.friends || frame.phase !== "seating") return;
  if (frame.host || curtain.value !== null || frame.next === null) return;
  const ownSeats = frame.seats.filter((seat) => seat.yours);
  if (ownSeats.length > 0 && ownSeats.some((seat) => !seat.ready)) void sayReady();
});
