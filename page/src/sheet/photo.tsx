/** A photo with a box for each card: sure, doubtful, or worked out from its neighbours. */

import { useEffect, useRef } from "preact/hooks";
import { t } from "../base/lazytexts";
import { chosen, dropPhoto, lit, openPictures } from "./evening";
import type { PhotoData, Picture, RoundScore } from "./evening";
import { rankText, spoken, suitOf, SYMBOLS } from "../cards/faces";
import { place, placeOf, press } from "./moving";
import { Button } from "../shell/button";

interface PhotoViewProps {
  photo: PhotoData;
  at: number;
  score: RoundScore;
}

export function PhotoView({ photo, at, score }: PhotoViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const bitmap = openPictures.value[at]?.bitmap ?? null;
  useEffect(() => {
    if (canvas.current === null || bitmap === null) return;
    canvas.current.width = bitmap.width;
    canvas.current.height = bitmap.height;
    canvas.current.getContext("2d")?.drawImage(bitmap, 0, 0);
  }, [bitmap]);
  const cards = score.draft.cards.flatMap((card, i) => (card.photo === at && !card.removed ? [i] : []));
  const name = t(`photo_of_${photo.shows}`, { n: at + 1 });
  return (
    <figure class="photo">
      <div class="photo-picture">
        {bitmap !== null && <canvas ref={canvas} role="img" aria-label={name} />}
        <svg
          viewBox={`0 0 ${photo.width} ${photo.height}`}
          role="group"
          aria-label={name}
          data-bare={bitmap === null}
        >
          {cards.map((card) => (
            <Box key={card} card={card} photo={photo} score={score} />
          ))}
          <g class="names" aria-hidden="true">
            {cards.map((card) => (
              <Name key={card} card={card} photo={photo} score={score} />
            ))}
          </g>
        </svg>
      </div>
      <figcaption>
        <span>{name}</span>
        <Button aria-label={t("drop_photo", { name })} text={t("drop")} press={() => dropPhoto(at)} />
        {photo.advice.map((line) => (
          <p key={line} class="warning">
            {line}
          </p>
        ))}
        {bitmap === null && <p class="faint">{t("photo_gone")}</p>}
      </figcaption>
    </figure>
  );
}

type State = "sure" | "doubtful" | "inferred";

/** So that states are told apart without colours, too. */
const DASHES: Record<State, (size: number) => { "stroke-dasharray"?: string }> = {
  sure: () => ({}),
  doubtful: (size) => ({ "stroke-dasharray": `${size / 2} ${size / 4}` }),
  inferred: (size) => ({ "stroke-dasharray": `${size / 6} ${size / 4}` }),
};

/** What a person should know of a card at a glance. */
function stateOf(card: number, score: RoundScore): State {
  const data = score.draft.cards[card];
  if (data === undefined || data.checked) return "sure";
  if (score.questions.some((q) => q.kind !== "pile" && q.cards.includes(card))) return "doubtful";
  const photo = score.draft.photos[data.photo];
  return photo?.inferred.includes(data.number) ? "inferred" : "sure";
}

/** How a card is marked on its photo; null: the photo does not show it. */
function markingOf(card: number, photo: PhotoData, score: RoundScore) {
  const data = score.draft.cards[card];
  const outline = data === undefined ? undefined : photo.outlines[data.number];
  if (data === undefined || outline === undefined) return null;
  return { face: data.face, outline, state: stateOf(card, score), size: sizeOf(photo) };
}

function Box({ card, photo, score }: { card: number; photo: PhotoData; score: RoundScore }) {
  const marking = markingOf(card, photo, score);
  if (marking === null) return null;
  const { face, outline, state, size } = marking;
  const choose = () => {
    chosen.value = chosen.value === card ? null : card;
  };
  return (
    <g
      role="button"
      tabIndex={0}
      class="box"
      data-state={state}
      data-lit={lit.value.includes(card)}
      aria-pressed={chosen.value === card}
      aria-label={`${spoken(face)}, ${t(`state_${state}`)}`}
      {...place(placeOf(card, score))}
      onPointerDown={(event) => press(event, card, score)}
      onClick={choose}
      onKeyDown={(event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          event.stopPropagation();
          choose();
        }
      }}
    >
      <polygon
        points={outline.map((corner) => corner.join(" ")).join(" ")}
        stroke-width={size / 6}
        {...DASHES[state](size)}
      />
    </g>
  );
}

/** What was read, over all boxes; a box says the same to screen readers. */
function Name({ card, photo, score }: { card: number; photo: PhotoData; score: RoundScore }) {
  const marking = markingOf(card, photo, score);
  if (marking === null) return null;
  const { face, outline, state, size } = marking;
  const x = outline.reduce((sum, corner) => sum + corner[0], 0) / outline.length;
  const y = outline.reduce((sum, corner) => sum + corner[1], 0) / outline.length;
  return (
    <text x={x} y={y + size * 0.35} font-size={size} text-anchor="middle">
      {written(face)}
      {state === "doubtful" ? "?" : state === "inferred" ? "*" : ""}
    </text>
  );
}

/** `TH` as it is written: `10♥`. */
export function written(face: string): string {
  const suit = suitOf(face);
  return rankText(face) + (suit === null ? "" : SYMBOLS[suit]);
}

/** Of lettering on a photo, in its pixels. */
function sizeOf(photo: PhotoData): number {
  return Math.max(photo.width, photo.height) / 42;
}

const ZOOMED = 220;

/** A card of a photo, large. */
export function Zoomed({ card, score }: { card: number; score: RoundScore }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const data = score.draft.cards[card];
  const picture: Picture | null = data === undefined ? null : (openPictures.value[data.photo] ?? null);
  const photo = data === undefined ? undefined : score.draft.photos[data.photo];
  const outline = data === undefined ? undefined : photo?.outlines[data.number];
  const bitmap = picture?.bitmap ?? null;
  useEffect(() => {
    if (canvas.current === null || bitmap === null || outline === undefined || !photo) return;
    const scale = bitmap.width / photo.width;
    const xs = outline.map((corner) => corner[0] * scale);
    const ys = outline.map((corner) => corner[1] * scale);
    const side = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) * 1.15;
    const left = (Math.max(...xs) + Math.min(...xs) - side) / 2;
    const top = (Math.max(...ys) + Math.min(...ys) - side) / 2;
    const context = canvas.current.getContext("2d");
    context?.clearRect(0, 0, ZOOMED, ZOOMED);
    context?.drawImage(bitmap, left, top, side, side, 0, 0, ZOOMED, ZOOMED);
  }, [bitmap, outline]);
  if (bitmap === null || outline === undefined) return null;
  return (
    <canvas ref={canvas} class="zoomed" width={ZOOMED} height={ZOOMED} role="img" aria-label={t("zoomed")} />
  );
}
