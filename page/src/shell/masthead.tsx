/** What stands at the top of every screen but the table. */

import { t } from "../base/catalogue";
import { openSettings } from "./preferences";
import { Button } from "./button";

export function Masthead() {
  return (
    <header class="masthead">
      <a class="wordmark" href="#/">
        <svg viewBox="0 0 34 30" aria-hidden="true">
          <rect x="3" y="5" width="16" height="22" rx="3" class="mark-back" transform="rotate(-12 11 16)" />
          <rect x="13" y="4" width="16" height="22" rx="3" class="mark-front" transform="rotate(8 21 15)" />
          <path
            d="M21 9l2 4 4.400.6-3.200 3.100.8 4.400-4-2.100-4 2.100.8-4.400-3.200-3.100 4.400-.6z"
            class="mark-star"
          />
        </svg>
        dealt
      </a>
      <Button text={t("settings")} press={openSettings} />
    </header>
  );
}
