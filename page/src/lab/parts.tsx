/** What the screens of the laboratory share: figures that are on their way, and shares as a bar. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../base/lazytexts";
import { language } from "../base/settings";
import { figures, percent } from "./figures";

/** What a promise brings: nothing while it is on its way, and why it failed. */
export function useFigures<T>(path: string): { found: T | null; why: string } {
  const found = useSignal<{ path: string; data: T } | null>(null);
  const why = useSignal("");
  useEffect(() => {
    let isWanted = true;
    why.value = "";
    figures<T>(path).then(
      (data) => {
        if (isWanted) found.value = { path, data };
      },
      (error: Error) => {
        if (isWanted) why.value = error.message || t("not_connected");
      },
    );
    return () => {
      isWanted = false;
    };
  }, [path, language.value]); // its sentences are in the language
  return { found: found.value?.path === path ? found.value.data : null, why: why.value };
}

/** A line while something is worked out, or why it is not. */
export function Waiting({ why }: { why: string }) {
  return (
    <p role="status" class={why === "" ? "faint" : "notice refusal"}>
      {why === "" ? t("working_out") : why}
    </p>
  );
}

export type Ending = "win" | "tie" | "draw" | "lose" | "dealer_folds" | "fold";

/** Shares that sum to 1 as one bar and in numbers; each has a pattern of its own. */
export function Shares({ parts }: { parts: [Ending, number][] }) {
  let x = 0;
  return (
    <figure class="shares">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        {parts.map(([name, share]) => {
          const from = x;
          x += share * 100;
          return <rect key={name} class={`part-${name}`} x={from} y="0" width={share * 100} height="6" />;
        })}
      </svg>
      <figcaption>
        {parts.map(([name, share]) => (
          <span key={name}>
            <span class={`swatch part-${name}`} aria-hidden="true" />
            {t(`ends_${name}`)} <b>{percent(share)}</b>
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
