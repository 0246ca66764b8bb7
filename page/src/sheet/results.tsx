/** The leaderboard, the statistics and the partners of all evenings that this browser keeps. */

import { useSignal, useSignalEffect } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { canShareFile, share } from "../base/sharing";
import { t, tn } from "../base/lazytexts";
import { evening, save } from "./evening";
import { BOARDS, begin, evenings, forget, names, results } from "./evenings";
import type { BoardName, BoardPicture, Boards, BoardTable } from "./evenings";
import { Names } from "./names";
import { number } from "../lab/figures";
import { isDark, language } from "../base/settings";
import { tell } from "../service/store";
import { Choice } from "../shell/choice";
import { Button } from "../shell/button";
import { ShareText } from "../shell/sharetext";
import { WideRows } from "../lab/parts";
import { into } from "../base/putting";

export function Results() {
  const isOpen = useSignal(false);
  return (
    <details
      class="results"
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>{t("results")}</summary>
      {isOpen.value && <AllBoards />}
    </details>
  );
}

const SVG = "image/svg+xml";
const LEAST_WIDTH = 280;
const WIDTH_STEP = 20; // pixels; below that a picture is scaled, not drawn again

function AllBoards() {
  const boardName = useSignal<BoardName>("evening");
  const answer = useSignal<{ boards: Boards; evenings: number } | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const width = useSignal(LEAST_WIDTH);
  useLayoutEffect(() => {
    if (place.current === null) return undefined;
    const observer = new ResizeObserver(([seen]) => {
      const wide = Math.round(seen?.contentRect.width ?? 0);
      if (Math.abs(wide - width.value) >= WIDTH_STEP) width.value = Math.max(LEAST_WIDTH, wide);
    });
    width.value = Math.max(LEAST_WIDTH, place.current.clientWidth);
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  useSignalEffect(() => {
    const current = evening.value;
    const before = evenings.value;
    const corrections = names.value;
    const look = { width: width.value, dark: isDark.value };
    void language.value; // the tables come in the language of the page
    results(current, before, corrections, look).then((boards) => {
      if (evening.value !== current || evenings.value !== before || names.value !== corrections) return;
      if (width.value !== look.width || isDark.value !== look.dark) return;
      answer.value = { boards, evenings: before.length + 1 };
    }, tell);
  });
  const board = answer.value?.boards[boardName.value];
  return (
    <div class="stack" ref={place}>
      {answer.value === null || board === undefined ? (
        <p role="status">{t("loading")}</p>
      ) : (
        <>
          <p>{tn("results_of", answer.value.evenings)}</p>
          <Choice
            label={t("results")}
            name="board"
            value={boardName.value}
            values={BOARDS.map((name) => [name, t(`board_${name}`)])}
            choose={into(boardName)}
            isUnlabelled
          />
          {board.tables.length === 0 && <p>{t("no_results")}</p>}
          {board.picture !== null && (
            <PictureView
              key={boardName.value}
              picture={board.picture}
              hasTable={boardName.value !== "evening"}
            />
          )}
          {board.tables.map((table) => (
            <BoardView
              key={table.title}
              table={table}
              nameColumn={boardName.value === "leaderboard" ? 1 : 0}
            />
          ))}
          {notesOf(board.tables).map((note) => (
            <p key={note} class="faint">
              {note}
            </p>
          ))}
          {board.text !== undefined && board.tables.length > 0 && (
            <ShareText text={board.text} label={t("share_evening")} class="" />
          )}
          {board.tables.length > 0 && (
            <div class="buttons">
              <Button
                class=""
                text={t("save_csv")}
                press={() =>
                  save(`tranca-${boardName.value}.csv`, new Blob([board.csv], { type: "text/csv" }))
                }
              />
            </div>
          )}
          <Names boards={answer.value.boards} />
          <Kept />
        </>
      )}
    </div>
  );
}

/** A picture; for those who do not see it, in words, and what else it shows in a table. */
function PictureView({ picture, hasTable }: { picture: BoardPicture; hasTable: boolean }) {
  const name = `${picture.title}.png`;
  const source = `data:${SVG};charset=utf-8,${encodeURIComponent(picture.svg)}`;
  const passOn = async () => {
    const file = new File([await pngOf(source)], name, { type: "image/png" });
    if (canShareFile(file) && (await share({ files: [file] }))) return;
    save(name, file);
  };
  return (
    <figure class="board-picture">
      <img src={source} alt={picture.description} />
      <figcaption class="buttons">
        <Button text={t("share_picture")} press={() => passOn().catch(tell)} />
      </figcaption>
      {hasTable && (
        <details>
          <summary>{t("as_table")}</summary>
          <BoardView table={picture.table} nameColumn={0} />
        </details>
      )}
    </figure>
  );
}

/** A picture as PNG, with two pixels for each of its own. */
async function pngOf(source: string): Promise<Blob> {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * image.width;
  canvas.height = 2 * image.height;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error(t("no_picture"))) : resolve(blob)),
      "image/png",
    );
  });
}

/** What is said under several tables is said once. */
function notesOf(tables: BoardTable[]): string[] {
  return [...new Set(tables.flatMap((table) => table.notes))];
}

/** A table; the cell of the column `named` is the heading of its row. */
function BoardView({ table, nameColumn }: { table: BoardTable; nameColumn: number }) {
  return (
    <WideRows
      label={table.title}
      look="plain results-table"
      caption={table.title}
      columns={table.columns}
      rows={table.rows}
      named={nameColumn}
      format={(n) => number(n, 0)}
    />
  );
}

/** Whether this is another version of an evening that is here, too. */
function hasOriginal(id: string): boolean {
  const [original] = id.split("~");
  return original !== id && [evening.value, ...evenings.value].some((each) => each.id === original);
}

/** The earlier evenings; each can be taken out of the results. */
function Kept() {
  if (evenings.value.length === 0) return null;
  const day = new Intl.DateTimeFormat(language.value, { dateStyle: "medium" });
  return (
    <details class="kept">
      <summary>{t("evenings_kept")}</summary>
      <ul>
        {evenings.value.map((each) => {
          const { id, title, begun, sides, rounds } = each;
          const date = begun === "" ? "" : day.format(new Date(begun));
          const name = [title, date, sides.join(", ")].filter(Boolean).join(": ");
          return (
            <li key={id}>
              <span>
                {name} <span class="faint">{tn("rounds", rounds.length)}</span>
                {hasOriginal(id) && <span class="faint"> {t("other_version")}</span>}
              </span>
              <span>
                <Button
                  aria-label={t("open_evening_of", { name })}
                  text={t("open_evening")}
                  press={() => begin(each)}
                />
                <Button
                  aria-label={t("forget_evening_of", { name })}
                  text={t("forget_evening")}
                  press={() => forget(id)}
                />
              </span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
