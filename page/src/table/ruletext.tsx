/** The rules of a game as people read them, at a ruling. */

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../base/lazytexts";
import { Card } from "../cards/card";
import { isFace } from "../cards/faces";
import { Said } from "../cards/said";
import { games } from "../service/store";
import { closeRules } from "./rules";
import { language } from "../base/settings";
import { request } from "../tab/carrier";

/** Rules as they are written in a language; in English where there are no others. */
interface Text {
  lang: string;
  text: string;
}

const texts = signal<Record<string, Text>>({});

function keyOf(game: string, lang: string): string {
  return `${lang} ${game}`;
}

async function load(game: string, lang: string): Promise<void> {
  const response = await request(`/rules/${encodeURIComponent(game)}?lang=${lang}`);
  // a game from elsewhere may have brought no more than what it says of itself
  const summary = games.value.find(({ name }) => name === game)?.summary ?? "";
  const text = response.ok ? await response.text() : summary;
  const textLanguage = response.headers.get("content-language") ?? lang;
  texts.value = { ...texts.value, [keyOf(game, lang)]: { lang: textLanguage, text } };
}

/** `of`: the name of a game, and after a space perhaps a ruling such as `R7`. */
export function RuleText({ subject }: { subject: string }) {
  const body = useRef<HTMLDivElement>(null);
  const [game = "", rule = ""] = subject.split(" ");
  const entry = texts.value[keyOf(game, language.value)];
  const text = entry?.text;
  useEffect(() => {
    if (entry === undefined) void load(game, language.value);
  }, [game, language.value]);
  useEffect(() => {
    if (rule === "" || text === undefined) return;
    const ruling = body.current?.querySelector(`[data-rule="${rule}"]`);
    ruling?.scrollIntoView({ block: "center" });
    ruling?.classList.add("sought");
  }, [subject, text]);
  const hasLesson = games.value.some(({ name, lesson }) => name === game && lesson);
  return (
    <div class="rules" ref={body} lang={entry?.lang ?? language.value}>
      {hasLesson && (
        <p>
          <a class="button main" href={`#/learn/${game}`} onClick={closeRules}>
            {t("lesson_begin")}
          </a>
        </p>
      )}
      {text === undefined ? <p>{t("loading")}</p> : <Markdown text={text.replace(COMMANDS, "")} />}
    </div>
  );
}

/** How the game is played at a terminal: the first lines of its rules, which no reader here needs. */
const COMMANDS = /^(?: {4}dealt .*\n)+/m;

/** The few forms of Markdown that the rules use. */
function Markdown({ text }: { text: string }) {
  const blocks = text.split(/\n{2,}/).flatMap(split);
  return (
    <>
      {blocks.map((block, i) => (
        <Block key={i} lines={block.split("\n")} />
      ))}
    </>
  );
}

/** Lists stand without a blank line between their points. */
function split(block: string): string[] {
  return block.startsWith("- ") ? block.split(/\n(?=- )/) : [block];
}

function Block({ lines }: { lines: string[] }) {
  const [first = ""] = lines;
  const heading = /^(#+) (.*)/.exec(first);
  if (heading !== null) {
    const [, marks = "", title = ""] = heading;
    const rest = lines.slice(1).join("\n");
    const headline = marks.length === 1 ? null : <h3>{inline(title)}</h3>;
    return (
      <>
        {headline}
        {rest !== "" && <p>{inline(rest)}</p>}
      </>
    );
  }
  if (lines.every((line) => line.startsWith("    "))) {
    const rows = lines.map((line) => line.trim().split(/\s+/));
    if (rows.every((row) => row.every(isFace))) {
      return (
        <>
          {rows.map((row, i) => (
            <CardsInText key={i} cards={row} />
          ))}
        </>
      );
    }
    return <pre tabIndex={0}>{lines.map((line) => line.slice(4)).join("\n")}</pre>;
  }
  if (first.startsWith("|")) return <Table lines={lines} />;
  if (/^(- |\d+\. )/.test(first)) {
    const points = lines.join("\n").split(/\n(?=- |\d+\. )/);
    return (
      <>
        {points.map((point, i) => (
          <Point key={i} text={point} />
        ))}
      </>
    );
  }
  return <p>{inline(lines.join(" "))}</p>;
}

function Point({ text }: { text: string }) {
  const rule = /^- \*\*([A-Z]\d+)/.exec(text)?.[1];
  const words = text.replace(/^- /, "").replace(/\n\s*/g, " ");
  return (
    <p class="point" {...(rule === undefined ? {} : { "data-rule": rule })}>
      {inline(words)}
    </p>
  );
}

function Table({ lines }: { lines: string[] }) {
  const rows = lines
    .filter((line) => !/^\|[-| :]+\|$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
  const [head = [], ...body] = rows;
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell, i) => (
            <th key={i} scope="col">
              {inline(cell)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {body.map((row, i) => (
          <tr key={i}>
            {row.map((cell, j) => (
              <td key={j}>{inline(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** An example as it lies on a table. */
function CardsInText({ cards }: { cards: readonly string[] }) {
  return (
    <span class="cards-in-text">
      {cards.map((face, i) => (
        <Card key={i} face={face} />
      ))}
    </span>
  );
}

const MARKS = /(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\[[^\]]+\]\([^)]+\))/;

function inline(text: string): ComponentChildren[] {
  return text.split(MARKS).map((part, i) => {
    if (part.startsWith("**")) return <strong key={i}>{part.slice(2, -2)}</strong>;
    if (part.startsWith("`")) {
      const words = part.slice(1, -1).split(" ");
      if (words.every(isFace)) return <CardsInText key={i} cards={words} />;
      return <code key={i}>{part.slice(1, -1)}</code>;
    }
    if (part.startsWith("*") && part.length > 2) return <em key={i}>{part.slice(1, -1)}</em>;
    return /^\[([^\]]+)\]\(/.exec(part)?.[1] ?? <Said key={i} text={part} />;
  });
}
