/** A line that says how far the service of this tab has come. */

import { t } from "../base/catalogue";
import { progress } from "./house";
import { isInTab } from "../base/place";

const MEGABYTE = 1_000_000;

export function Loading() {
  const now = progress.value;
  if (!isInTab || now.is === "ready") return null;
  if (now.is === "failed")
    return (
      <p class="tab-progress" role="alert">
        {t("tab_failed", { why: now.why })}
      </p>
    );
  const come = now.bytes === 0 ? "" : ` ${t("tab_bytes", { n: (now.bytes / MEGABYTE).toFixed(1) })}`;
  return (
    <p class="tab-progress" role="status">
      <span class="spinner" aria-hidden="true" />
      {t("tab_loading")}
      <span aria-hidden="true">{come}</span>
    </p>
  );
}
