/** A position in which a table begins: its text, as `dealt.position` reads it, and what it decides. */

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { t } from "../base/lazytexts";
import type { Settings } from "../protocol";
import { post, Refusal } from "../service/link";
import { tell } from "../service/store";
import { typedInto } from "../base/putting";

const MOST_LETTERS = 8000;

/** Gets the settings by which a table begins in a position, and the seat to move; or in none. */
type Begin = (settings: Partial<Settings>, turn: number | null) => void;

/** The field for a position; `check` has the service read it, and says whether it can be played. */
export function usePosition(game: string, begin: Begin) {
  const text = useSignal("");
  const wrong = useSignal("");
  const latest = useRef({ position: "", isRead: Promise.resolve(true) });
  const read = async (position: string): Promise<boolean> => {
    wrong.value = "";
    if (position === "") {
      begin({ position: null, seed: null, rounds: null }, null);
      return true;
    }
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    try {
      const asked = { game, text: position, seed };
      const { seats, turn } = await post<{ seats: number; turn: number }>("/position", asked);
      begin({ position, seed, rounds: 1, options: {}, seats }, turn);
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.code === "settings") {
        wrong.value = error.message;
      } else {
        latest.current.position = ""; // it may be read another time
        tell(error);
      }
      return false;
    }
  };
  const check = (): Promise<boolean> => {
    const position = text.value.trim();
    if (position !== latest.current.position) latest.current = { position, isRead: read(position) };
    return latest.current.isRead;
  };
  const field = (
    <details class="house-rules">
      <summary>{t("position_title")}</summary>
      <label class="stack">
        <span class="faint">{t("position_about")}</span>
        <input
          type="text"
          maxLength={MOST_LETTERS}
          spellcheck={false}
          aria-label={t("position_title")}
          aria-invalid={wrong.value !== ""}
          placeholder={`${game}; unknown=deal`}
          value={text.value}
          onInput={typedInto(text)}
          onChange={() => void check()}
        />
        {wrong.value !== "" && <small role="alert">{wrong.value}</small>}
      </label>
    </details>
  );
  return { field, check };
}
