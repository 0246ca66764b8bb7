/** Cards as pictures: our own faces, drawn from few large shapes so that they stay clear when small. */

import { t } from "../base/catalogue";
import { isFace, look, rankText, spoken, suitOf } from "./faces";
import type { Suit } from "./faces";
import { GLYPHS } from "./glyphs";
import { LAYOUTS, lattice, PIPS, placed } from "./pips";

const SKIN = "#f2d0ae";
const GOLD = "#e3ab3c";
const INK = "#2a2320";
const HAIR: Record<Suit, string> = {
  C: "#70492c",
  D: "#cf9436",
  H: "#8a3f1d",
  S: "#39343c",
  P: "#9c5a26",
};

const PIP = 1 / 22; // their outlines stand in a box of this size
const LETTER = 1 / 27; // letters are so high

function Letters({ path, height }: { path: string; height: number }) {
  const stroke = { "stroke-width": 4.9 * LETTER * height, "stroke-linejoin": "round" } as const;
  return <path d={path} fill="none" stroke="currentColor" {...stroke} />;
}

const outlines = new Map<string, string>();

/** An outline, drawn once for all cards that have it. */
function drawn(key: string, draw: () => string): string {
  const path = outlines.get(key) ?? draw();
  outlines.set(key, path);
  return path;
}

/** A letter or number, drawn so high around a middle; in both corners: once more, turned. */
function lettering(text: string, x: number, y: number, height: number, isInCorners = false): string {
  const glyph = GLYPHS[text];
  if (glyph === undefined) return "";
  const scale = height * LETTER;
  const left = x - (glyph.width * scale) / 2;
  return drawn(`${text} ${height}`, () => {
    const turned = isInCorners ? placed(glyph.path, 100 - left, 140 - y, -scale) : "";
    return placed(glyph.path, left, y, scale) + turned;
  });
}

/** All pips of a card, those of its corners among them, as one outline: elements are dear. */
function pipsOf(face: string, suit: Suit): string {
  const [rank = ""] = face;
  const pip = (x: number, y: number, size: number) => placed(PIPS[suit], x, y, size * PIP);
  return drawn(face, () => {
    const inMiddle = LAYOUTS[rank]?.map(({ x, y, turned }) => pip(x, y, turned ? -18 : 18));
    const corners = [pip(14.5, 43, 19), pip(85.5, 97, -19)];
    return [...corners, ...(inMiddle ?? [pip(50, 70, rank === "A" ? 32 : 13)])].join("");
  });
}

/** Crown, coif or cap, by rank, above a head whose middle is (50, 40). */
function Head({ rank, suit }: { rank: string; suit: Suit }) {
  const hair = HAIR[suit];
  return (
    <g>
      {rank === "Q" && (
        <path d="M37 37C37 25 63 25 63 37C63 46 66 52 67 58H33C34 52 37 46 37 37Z" fill={hair} />
      )}
      {rank === "J" && <path d="M38 33H62C63.5 40 63 47 60 50H40C37 47 36.5 40 38 33Z" fill={hair} />}
      {rank === "K" && <path d="M38.5 36H61.5V44C61.5 53 55 57 50 60C45 57 38.5 53 38.5 44Z" fill={hair} />}
      <path d="M41 34H59V42C59 48 55 51.5 50 51.5C45 51.5 41 48 41 42Z" fill={SKIN} />
      {rank === "K" && (
        <path d="M42 45.5C45 43.5 48 44 50 46C52 44 55 43.5 58 45.5C56 51 44 51 42 45.5Z" fill={hair} />
      )}
      <path d="M45 39.5h2.6M52.4 39.5h2.6" stroke={INK} stroke-width="2" stroke-linecap="round" />
      {rank !== "K" && (
        <path
          d="M47.6 46.4C49 47.6 51 47.6 52.4 46.4"
          stroke={rank === "Q" ? "#b3262c" : INK}
          stroke-width="1.7"
          stroke-linecap="round"
          fill="none"
        />
      )}
      <Hat rank={rank} />
    </g>
  );
}

function Hat({ rank }: { rank: string }) {
  if (rank === "K")
    return (
      <g>
        <path d="M38 34L35.5 19L43 26L50 15.5L57 26L64.5 19L62 34Z" fill={GOLD} />
        <path d="M38 34L37.3 30H62.7L62 34Z" fill="currentColor" />
        <circle cx="35.5" cy="18.5" r="2" fill="currentColor" />
        <circle cx="50" cy="15.5" r="2.2" fill="currentColor" />
        <circle cx="64.5" cy="18.5" r="2" fill="currentColor" />
      </g>
    );
  if (rank === "Q")
    return (
      <g>
        <path
          d="M39.5 33C42 28.5 58 28.5 60.5 33L63 22C58 27 55 25 53.5 21.5L50 17L46.5 21.5C45 25 42 27 37 22Z"
          fill={GOLD}
        />
        <circle cx="50" cy="25.5" r="2.5" fill="currentColor" />
        <circle cx="37" cy="21.5" r="1.7" fill="currentColor" />
        <circle cx="63" cy="21.5" r="1.7" fill="currentColor" />
      </g>
    );
  return (
    <g>
      <path d="M61 29C71 26 72 19 69 14C63 15 58 20 58 27Z" fill={GOLD} />
      <path d="M36.5 34C34 25 42 18.5 51 19C60 19.5 65 26 63.5 34Z" fill="currentColor" />
      <path d="M36.5 34L36 30.5H64L63.5 34Z" fill={GOLD} />
    </g>
  );
}

/** What the figure holds: a sceptre, a flower, a staff. */
function Held({ rank, suit }: { rank: string; suit: Suit }) {
  if (rank === "Q")
    return (
      <g>
        <path d="M68 66C68 56 67 50 67 44" stroke="#3e7d4f" stroke-width="2" fill="none" />
        <path d={placed(PIPS[suit], 67, 40, 11 * PIP)} fill="currentColor" />
      </g>
    );
  const top = rank === "K" ? 36 : 26;
  return (
    <g>
      <path d={`M33 68V${top}`} stroke={GOLD} stroke-width="2.6" stroke-linecap="round" />
      {rank === "K" ? (
        <circle cx="33" cy="34" r="4.2" fill={GOLD} />
      ) : (
        <path d="M33 21L37 30H29Z" fill="currentColor" />
      )}
    </g>
  );
}

function Figure({ rank, suit }: { rank: string; suit: Suit }) {
  return (
    <>
      <path d="M27.5 70V66C30 57.5 39 54 50 54C61 54 70 57.5 72.5 66V70Z" fill="currentColor" />
      <path d="M35 70V59.5L40 57V70ZM65 70V59.5L60 57V70Z" fill={GOLD} />
      <path d="M43 54.5L50 66L57 54.5C53 53.5 47 53.5 43 54.5Z" fill="#fff" />
      <Held rank={rank} suit={suit} />
      <Head rank={rank} suit={suit} />
    </>
  );
}

function Court({ rank, suit }: { rank: string; suit: Suit }) {
  const figure = <Figure rank={rank} suit={suit} />;
  return (
    <>
      <rect x="27" y="11" width="46" height="118" rx="4" class="panel" />
      {figure}
      <g transform="rotate(180 50 70)">{figure}</g>
      <circle cx="50" cy="70" r="10.5" fill="#fff" stroke={GOLD} stroke-width="2" />
    </>
  );
}

function Ace() {
  return (
    <>
      <circle cx="50" cy="70" r="27" fill="none" stroke="currentColor" stroke-width="1.2" opacity=".45" />
      <circle cx="50" cy="70" r="23.5" fill="none" stroke={GOLD} stroke-width="1.6" />
    </>
  );
}

function OfSuit({ face, suit }: { face: string; suit: Suit }) {
  const [rank = ""] = face;
  return (
    <>
      {rank === "A" ? <Ace /> : LAYOUTS[rank] === undefined && <Court rank={rank} suit={suit} />}
      <Letters path={lettering(rankText(face), 14.5, 8.5, 22, true)} height={22} />
      <path d={pipsOf(face, suit)} fill="currentColor" />
    </>
  );
}

/** A card without a suit: its rank, large. */
function Plain({ face }: { face: string }) {
  const text = rankText(face);
  return (
    <>
      <path d="M50 32L76 70L50 108L24 70Z" class="panel" />
      <Letters path={lettering(text, 14.5, 9, 25, true)} height={25} />
      <Letters path={lettering(text, 50, 53, 34)} height={34} />
    </>
  );
}

/** The picture of a face: `TH`, or a rank alone. It says nothing to screen readers. */
export function Picture({ face }: { face: string }) {
  const suit = isFace(face) ? suitOf(face) : null;
  const { ink, rank, suit: symbol } = look(face);
  if (ink === "red" || ink === "black") return <Filled face={face} ink={ink} />;
  if (suit === null && GLYPHS[rank] === undefined) return <Written text={`${rank}${symbol}`} />;
  return (
    <svg class={`face suit-${suit ?? "none"}`} viewBox="0 0 100 140" aria-hidden="true">
      {suit === null ? <Plain face={face} /> : <OfSuit face={face} suit={suit} />}
    </svg>
  );
}

/** A card of which only the colour matters, with its letter. */
function Filled({ face, ink }: { face: string; ink: string }) {
  return (
    <svg class="face filled" data-ink={ink} viewBox="0 0 100 140" aria-hidden="true">
      <rect x="5" y="5" width="90" height="130" rx="6" fill="currentColor" />
      <g class="on-fill">
        <Letters path={lettering(face, 50, 42, 56)} height={56} />
      </g>
    </svg>
  );
}

/** A card without a picture of its own: what is written on it. */
function Written({ text }: { text: string }) {
  return (
    <svg class="face suit-none" viewBox="0 0 100 140" aria-hidden="true">
      <text x="50" y="86" text-anchor="middle" font-size={text.length > 3 ? "26" : "44"} fill="currentColor">
        {text}
      </text>
    </svg>
  );
}

const BACK = lattice(10, 10, 90, 130, 10);
const STAR = placed(PIPS.P, 50, 70, 1.05);

/** The back of a card. */
export function Back() {
  return (
    <svg class="face back" viewBox="0 0 100 140" aria-hidden="true">
      <rect x="5" y="5" width="90" height="130" rx="6" class="back-ground" />
      <path d={BACK} class="back-lines" />
      <circle cx="50" cy="70" r="17" class="back-ground" />
      <path d={STAR} class="back-star" />
    </svg>
  );
}

/** A card on the table. */
export function Card({ face, class: extra = "" }: { face: string; class?: string }) {
  return (
    <span class={`card ${extra}`} role="img" aria-label={spoken(face)}>
      <Picture face={face} />
    </span>
  );
}

/** A card in a line of text: rank and suit, coloured. */
export function Chip({ face }: { face: string }) {
  const suit = suitOf(face);
  return (
    <span class={`chip suit-${suit ?? "none"}`} role="img" aria-label={spoken(face)}>
      <span aria-hidden="true">{face === "" ? t("doubtful_mark") : rankText(face)}</span>
      {suit !== null && (
        <svg viewBox="-12 -12 24 24" aria-hidden="true">
          <path d={PIPS[suit]} fill="currentColor" />
        </svg>
      )}
    </span>
  );
}
