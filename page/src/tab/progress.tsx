/** A line that says how far the service of this tab has come. */

import { t } from "../base/catalogue";
import { progress } from "./house";
import { isInTab } from "../base/place";

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);

export function Loading() {
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
      {t("tab_loading")}
      <span aria-hidden="true">{state.bytes > 0 && ` ${t("tab_bytes", come)}`}</span>
    </p>
  );
}
