/** The way from a table to what the own hand is worth. */

import { t } from "../base/catalogue";
import type { Hand, TableFrame } from "../protocol";
import { LaterButton } from "../shell/later";
import { WITH_VALUES } from "./games";

/** Beside the own hand at the table of a game of which this is known: a button that shows it. */
export function ValuesButton({ frame, hand }: { frame: TableFrame; hand: Hand }) {
  if (!WITH_VALUES.includes(frame.settings.game)) return null;
  const model = frame.board?.facts?.find(({ code }) => code === "model")?.value ?? "";
  return (
    <LaterButton
      label={t("exact_values")}
      class="exact-values"
      at="values"
      subject={`${model}/${(hand.cards ?? []).join("")}`}
    />
  );
}
