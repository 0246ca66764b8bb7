/** What is in the window with all seats. */

import { useSignal } from "@preact/signals";
import { t } from "../base/lazytexts";
import type { TableFrame } from "../protocol";
import { say, table } from "../service/store";
import { Check } from "../shell/check";
import { Seats } from "./seats";
import { typedInto } from "../base/putting";

export function EverySeat() {
  const frame = table.value;
  if (frame === null) return null;
  const askFirst = (ask_first: boolean) =>
    void say({ do: "change", settings: { ...frame.settings, ask_first } });
  return (
    <div class="stack seats-window">
      <Seats frame={frame} />
      {frame.host && <TableLabel frame={frame} />}
      {frame.host && <Check label={t("ask_first")} isOn={frame.settings.ask_first} change={askFirst} />}
    </div>
  );
}

/** What the table is called: a standing table, such as that of every Thursday, has a name. */
function TableLabel({ frame }: { frame: TableFrame }) {
  const typed = useSignal<string | null>(null);
  const { label } = frame.settings;
  const save = (event: Event) => {
    event.preventDefault();
    const newLabel = typed.value?.trim() ?? label;
    typed.value = null;
    if (newLabel !== label) void say({ do: "change", settings: { ...frame.settings, label: newLabel } });
  };
  return (
    <form class="table-label" onSubmit={save}>
      <label>
        <span>{t("table_label")}</span>
        <input
          type="text"
          autoComplete="off"
          maxLength={40}
          placeholder={frame.title}
          value={typed.value ?? label}
          onInput={typedInto(typed)}
        />
      </label>
      <button type="submit" class="quiet">
        {t("save")}
      </button>
    </form>
  );
}
