/** Any sequences against each other: of a coin, of dice, of a pack, for any number of players. */

import { useSignal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import { t } from "../base/lazytexts";
import type { Key } from "../base/lazytexts";
import { into, typedInto } from "../base/putting";
import { Select } from "../shell/select";
import { useFigures, Waiting, WideRows } from "./parts";

interface Sheets {
  sheets: { title: string; columns: string[]; rows: string[][]; notes: string[] }[];
}

/** "Two players, a coin" at first; other letters, their weights and a pack behind one press. */
export function Race({ path, offered }: { path: string; offered: number[] }) {
  const sequences = useSignal("HHT THH");
  const weights = useSignal("");
  const pack = useSignal(0);
  const typed = () =>
    `${new URLSearchParams({
      sequences: sequences.value,
      weights: weights.value,
      ...(pack.value > 0 ? { deck: `${pack.value}` } : {}),
    })}`;
  const query = useSignal(typed());
  const { data, trouble } = useFigures<Sheets>(`${path}?${query.value}`);
  const ask = (event: Event) => {
    event.preventDefault();
    query.value = typed();
  };
  const field = (key: Key, place: Signal<string>, hint: string) => (
    <label>
      <span>{t(key)}</span>
      <input type="text" name={key} value={place.value} placeholder={hint} onInput={typedInto(place)} />
    </label>
  );
  return (
    <section class="pair-asked" aria-label={t("race")}>
      <h2>{t("race")}</h2>
      <p>{t("race_lead")}</p>
      <form onSubmit={ask}>
        <div class="two-choices">{field("race_sequences", sequences, "HHT THH")}</div>
        <details>
          <summary>{t("race_more")}</summary>
          <div class="two-choices">
            {field("race_weights", weights, "H=2,T=1")}
            <label>
              <span>{t("race_dealt")}</span>
              <Select
                name="race_dealt"
                value={pack.value}
                values={[[0, t("race_endless")], ...offered.map((n) => [n, t("deck_of", { n })] as const)]}
                choose={into(pack)}
              />
            </label>
          </div>
        </details>
        <button type="submit">{t("race_ask")}</button>
      </form>
      {data === null ? (
        <Waiting trouble={trouble} />
      ) : (
        data.sheets.map(({ title, notes, ...sheet }) => (
          <div key={title}>
            <WideRows label={title} caption={title} {...sheet} />
            {notes.map((note) => (
              <p key={note} class="faint">
                {note}
              </p>
            ))}
          </div>
        ))
      )}
    </section>
  );
}
