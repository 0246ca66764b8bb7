/** All of one's own matches in a file, which `dealt history --restore` and other browsers read. */

import { t } from "../base/lazytexts";
import { save } from "../base/saving";
import type { Head } from "../protocol";
import { answerOf, post, Refusal } from "../service/link";
import { notice, tell } from "../service/store";
import { request } from "../tab/carrier";
import { look } from "../seats/matches";

const NAME = "dealt-matches.jsonl";
const AT_ONCE = 20; // matches sent together: in a tab they are played through one after the other
const PACKED = [0x1f, 0x8b];

interface Added {
  added: number;
  present: number;
  problems: string[];
}

/** Save all matches, part by part as the service gives them. */
export async function saveMatches(): Promise<void> {
  const parts: string[] = [];
  let query = "";
  try {
    do {
      const response = await request(`/history${query}`);
      if (!response.ok) await answerOf(response); // rejects with the reason
      parts.push(await response.text());
      const last = parts.at(-1)?.trimEnd().split("\n").at(-1) || "{}";
      const { ended_at, id } = JSON.parse(last) as Partial<Head>;
      query = id === undefined ? "" : `?before=${ended_at}&last=${id}`;
    } while (query !== "");
    save(NAME, new Blob(parts, { type: "application/x-ndjson" }));
  } catch (error) {
    tell(error);
  }
}

/** Add the matches of a file; what is here already stays as it is. */
export async function addMatches(file: File): Promise<void> {
  const sum: Added = { added: 0, present: 0, problems: [] };
  try {
    const [first = "", ...lines] = (await textOf(file)).split("\n");
    for (let at = 0; at === 0 || at < lines.length; at += AT_ONCE) {
      const text = [first, ...lines.slice(at, at + AT_ONCE)].join("\n");
      const part = await post<Added>("/history", { text, line: at + 2, file: file.name });
      sum.added += part.added;
      sum.present += part.present;
      sum.problems.push(...part.problems);
    }
    await look();
    const counts = { added: `${sum.added}`, present: `${sum.present}` };
    const sentences = [t("matches_added", counts), ...sum.problems.slice(0, 1)];
    notice.value = { kind: "news", text: sentences.join(" ") };
  } catch (error) {
    tell(error);
  }
}

/** The text of a file, unpacked if it is packed. */
async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, PACKED.length).arrayBuffer());
  if (!PACKED.every((byte, i) => bytes[i] === byte)) return file.text();
  const unpacked = new Response(file.stream().pipeThrough(new DecompressionStream("gzip")));
  return unpacked.text().catch(() => {
    throw new Refusal("unreadable", t("matches_unreadable"));
  });
}
