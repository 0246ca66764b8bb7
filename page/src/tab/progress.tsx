/** A line that says how far the service of this tab has come. */

import { t } from "../base/catalogue";
import { progress } from "./house";
import { isInTab } from "../base/place";

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);

/** `titleOf`: how a game is called. */
export function Loading({ titleOf }: { titleOf: (game: string) => string }) {
  const state = progress.value;
  if (!isInTab || state.is === "ready") return null;
  if (state.is === "failed")
    return (
      <p class="tab-progress" role="alert">
        {t("tab_failed", { why: state.reason })}
      </p>
    );
  const come = { n: megabytes(state.bytes), total: megabytes(state.total) };
  return (
    <p class="tab-progress" role="status">
      <span class="spinner" aria-hidden="true" />
      {state.game === "" ? t("tab_loading") : `${t("loading")} ${titleOf(state.game)}`}
      <span aria-hidden="true">{state.bytes > 0 && ` ${t("tab_bytes", come)}`}</span>
    </p>
  );
}
