/** What the screens of the laboratory share: figures that are on their way, and shares as a bar. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../base/lazytexts";
import { language } from "../base/settings";
import { Rows } from "../shell/rows";
import { figures, percent } from "./figures";

/** What a promise brings: nothing while it is on its way, and why it failed. */
export function useFigures<T>(path: string): { data: T | null; trouble: string } {
  const answer = useSignal<{ path: string; data: T } | null>(null);
  const trouble = useSignal("");
  useEffect(() => {
    let isWanted = true;
    trouble.value = "";
    figures<T>(path).then(
      (data) => {
        if (isWanted) answer.value = { path, data };
      },
      (error: Error) => {
        if (isWanted) trouble.value = error.message || t("not_connected");
      },
    );
    return () => {
      isWanted = false;
    };
  }, [path, language.value]); // its sentences are in the language
  return { data: answer.value?.path === path ? answer.value.data : null, trouble: trouble.value };
}

/** A line while something is worked out, or why it is not. */
export function Waiting({ trouble }: { trouble: string }) {
  return (
    <p role="status" class={trouble === "" ? "faint" : "notice refusal"}>
      {trouble === "" ? t("working_out") : trouble}
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

/** Lines of cells that are moved sideways where a screen is narrow. */
export function WideRows({ label, ...rows }: { label: string } & Parameters<typeof Rows>[0]) {
  return (
    <div class="scrolls" role="region" tabIndex={0} aria-label={label}>
      <Rows {...rows} />
    </div>
  );
}

/** A few numbers, each over what it counts. */
export function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl class="numbers">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
