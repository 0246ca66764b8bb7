/** Lines of the service as the page shows them: cards become pictures of their names. */

import { Chip } from "./card";
import { isFace } from "./faces";

/** What stands in quotes is an example of what to type, and stays as it is. */
const FACE = /((?<!\w)'[^']*'(?!\w)|\b[2-9TJQKA][CDHSP]\b)/;

/** A line with its cards in colour. */
export function Said({ text }: { text: string }) {
  const parts = text.split(FACE);
  return <>{parts.map((part, i) => (isFace(part) ? <Chip key={i} face={part} /> : part))}</>;
}
