/** What others do and say, for screen readers, while the panels that say so are out of sight. */

import { useRef } from "preact/hooks";
import { t } from "../base/catalogue";
import { added, isShown } from "./news";
import type { TableFrame } from "../protocol";
import { isAlone } from "../service/store";
import { chatLines } from "./talk";

const KEPT = 8; // lines

export function Heard({ frame }: { frame: TableFrame }) {
  return (
    <>
      {!isShown("log") && <Lines name="log" lines={frame.log.map(({ text }) => text)} />}
      {!isAlone.value && !isShown("chat") && (
        <Lines name="chat" lines={chatLines.value.map(({ who, text }) => `${who}: ${text}`)} />
      )}
    </>
  );
}

/** The latest lines; each keeps its element while others come, so that only new ones are read. */
export function Lines({ name, lines }: { name: "log" | "chat"; lines: readonly string[] }) {
  const before = useRef<{ lines: readonly string[]; count: number }>({ lines: [], count: 0 });
  const last = before.current;
  const count = last.count + added(last.lines, lines, (a, b) => a === b);
  before.current = { lines, count };
  const first = Math.max(0, lines.length - KEPT);
  return (
    <div class="hidden" role="log" aria-label={t(name)}>
      {lines.slice(first).map((line, i) => (
        <p key={count - lines.length + first + i}>{line}</p>
      ))}
    </div>
  );
}
