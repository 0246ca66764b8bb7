/** The window with the rules of a game, beside its table; what is in it is fetched when it is opened. */

import { signal } from "@preact/signals";
import { t } from "../base/catalogue";
import { Dialog } from "../shell/dialog";
import { Later } from "../shell/later";
import { titleOf } from "../service/store";

const target = signal<{ game: string; rule: string } | null>(null);

/** Show the rules of a game, at a ruling such as `R7` if one is given. */
export function openRules(game: string, rule = ""): void {
  target.value = { game, rule };
}

export function closeRules(): void {
  target.value = null;
}

export function Rules() {
  const at = target.value;
  if (at === null) return null;
  const title = titleOf(at.game);
  return (
    <Dialog title={t("rules_of", { game: title })} onClose={closeRules}>
      <Later at="rules" subject={`${at.game} ${at.rule}`} />
    </Dialog>
  );
}
