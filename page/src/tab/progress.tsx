/** A line that says how far the service of this tab has come. */

import { t } from "../base/catalogue";
import { progress } from "./house";
import { isInTab } from "../base/place";

const MEGABYTE = 1_000_000;

export function Loading() {
  const state = progress.value;
  if (!isInTab || state.is === "ready") return null;
  if (state.is === "failed")
    return (
      <p class="tab-progress" role="alert">
        {t("tab_failed", { why: state.reason })}
      </p>
    );
  const come = state.bytes === 0 ? "" : ` ${t("tab_bytes", { n: (state.bytes / MEGABYTE).toFixed(1) })}`;
  return (
    <p class="tab-progress" role="status">
      <span class="spinner" aria-hidden="true" />
      {t("tab_loading")}
      <span aria-hidden="true">{come}</span>
    </p>
  );
}
