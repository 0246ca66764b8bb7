/** All cards side by side: five suits, the ranks without suits, and the back. */

import { Back, Card } from "../cards/card";
import { t } from "../base/lazytexts";
import { RANKS, SUITS } from "../cards/faces";
import { Masthead } from "../shell/masthead";

export function Gallery() {
  return (
    <div class="page">
      <Masthead />
      <main class="gallery">
        <h1>{t("all_cards")}</h1>
        {SUITS.map((suit) => (
          <p key={suit}>
            {[...RANKS].map((rank) => (
              <Card key={rank} face={`${rank}${suit}`} />
            ))}
          </p>
        ))}
        <p>
          {[..."X", ..."JQKA"].map((rank) => (
            <Card key={rank} face={rank} />
          ))}
          <span class="card">
            <Back />
          </span>
        </p>
      </main>
    </div>
  );
}
