/** Lines of the service as the page shows them: cards become pictures of their names. */

import { Chip } from "./card";
import { isFace } from "./faces";
import { language } from "./settings";

/** Verbs of the games in Portuguese; all else of a line is names and cards. */
const VERBS: readonly [RegExp, string][] = [
  [/\bdraw stock\b/, "comprar do monte"],
  [/\bdraw discard\b/, "comprar do lixo"],
  [/\bdraw\b/, "comprar"],
  [/\btake on (\d+)/, "pegar o lixo no jogo $1"],
  [/\btake new\b/, "pegar o lixo com"],
  [/\bnew\b/, "baixar"],
  [/\blay off\b/, "encaixar"],
  [/\blay (\S+) on (\d+)/, "colocar $1 no jogo $2"],
  [/\bdiscard\b/, "descartar"],
  [/\bmeld\b/, "baixar trinca"],
  [/\brun\b/, "baixar sequência"],
  [/\bpass\b/, "passar"],
  [/\bgives a card\b/, "dá uma carta"],
  [/\bgive\b/, "dar"],
  [/\bplay\b/, "jogar"],
  [/\bfold\b/, "desistir"],
];

/** The words of an action in the language of the page. */
export function saidText(text: string): string {
  if (language.value !== "pt-BR") return text;
  const found = VERBS.find(([verb]) => verb.test(text));
  return found === undefined ? text : text.replace(found[0], found[1]);
}

const FACE = /\b([2-9TJQKA][CDHSP])\b/;

/** A line with its cards in colour. */
export function Said({ text }: { text: string }) {
  const parts = text.split(FACE);
  return <>{parts.map((part, i) => (isFace(part) ? <Chip key={i} face={part} /> : part))}</>;
}
