/** What others call me: asked once, where others are; changed at any time, also at the table. */

import { signal, useSignal } from "@preact/signals";
import { t } from "../base/catalogue";
import { Dialog } from "../shell/dialog";
import { askedName } from "../base/settings";
import { mySeats, name, rename, renameSeat, renaming, table } from "../service/store";

const LONGEST = 24;

/** The window that asks, and what waits for its answer. */
const asking = signal<{ answer: (isNamed: boolean) => void } | null>(null);

/** The name that I have given; empty: the service calls me by a word for those who gave none. */
export function ownName(): string {
  return name.value === "Guest" || name.value === t("guest") ? "" : name.value;
}

/** Whether I am called as I wish, as far as I have been asked. */
function hasName(): boolean {
  return ownName() !== "" || askedName.value === "on";
}

/** Have a name before others see me; false: the window was closed without an answer. */
export async function askName(): Promise<boolean> {
  await renaming;
  if (hasName()) return true;
  return new Promise((answer) => {
    asking.value = { answer };
  });
}

/** Change my name, and those of the others at this screen. */
export function changeName(): void {
  asking.value = { answer: () => undefined };
}

export function NameWindow() {
  const pending = asking.value;
  if (pending === null) return null;
  const close = (isNamed: boolean) => {
    asking.value = null;
    pending.answer(isNamed);
  };
  return (
    <Dialog title={t("what_name")} onClose={() => close(false)}>
      <Names onDone={() => close(true)} />
    </Dialog>
  );
}

/** A field for each of my seats; one where I have one or none. */
function Names({ onDone }: { onDone: () => void }) {
  const seats = mySeats.value.length > 1 ? mySeats.value : [null];
  const typed = useSignal<Record<string, string>>({});
  const nameOf = (seat: number | null) =>
    seat === null ? ownName() : (table.value?.seats[seat]?.name ?? "");
  const save = async (event: Event) => {
    event.preventDefault();
    askedName.value = "on";
    for (const seat of seats) {
      const newName = (typed.value[`${seat}`] ?? nameOf(seat)).trim();
      if (newName === "" || newName === nameOf(seat)) continue;
      const isMe = seat === null || nameOf(seat) === name.value;
      if (!(await (isMe ? rename(newName) : renameSeat(seat, newName)))) return;
    }
    onDone();
  };
  return (
    <form class="stack name-window" onSubmit={(event) => void save(event)}>
      <p>{t("name_shown")}</p>
      {seats.map((seat, i) => (
        <label key={seat}>
          <span>{seat === null ? t("your_name") : t("seat_n", { n: seat + 1 })}</span>
          <input
            type="text"
            autoComplete="nickname"
            maxLength={LONGEST}
            placeholder={t("guest")}
            autoFocus={i === 0}
            onFocus={(event) => event.currentTarget.select()}
            value={typed.value[`${seat}`] ?? nameOf(seat)}
            onInput={(event) => {
              typed.value = { ...typed.value, [`${seat}`]: event.currentTarget.value };
            }}
          />
        </label>
      ))}
      <div class="buttons">
        <button type="submit" class="main">
          {t("name_ok")}
        </button>
      </div>
    </form>
  );
}
