/** The table in the words of the terminal, to be read and played by words alone. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { CommandBox, Notice } from "./actions";
import { t } from "../base/catalogue";
import type { Told } from "../protocol";
import { say, table } from "../service/store";

export function AsText() {
  const text = useSignal("");
  const frame = table.value;
  useEffect(() => {
    void say<Told>({ do: "read" }).then((told) => {
      text.value = told?.text ?? "";
    });
  }, [frame?.version]);
  const last = frame?.log.slice(-4).map((event) => event.text) ?? [];
  return (
    <div class="stack">
      <pre class="as-text" tabIndex={0} role="region" aria-label={t("as_text")}>
        {[...last, "", text.value].join("\n").trim()}
      </pre>
      <CommandBox />
      <Notice />
    </div>
  );
}
