/** What the screens of `lazy.ts` say besides what may be said at any time; it is fetched with them. */

import { saying } from "./catalogue";
import type { Key as FirstKey } from "./catalogue";
import { checking } from "../texts/checking";
import { daily } from "../texts/daily";
import { history } from "../texts/history";
import { lessons } from "../texts/lessons";
import { likings } from "../texts/likings";
import { links } from "../texts/links";
import { odds } from "../texts/odds";
import { puzzles } from "../texts/puzzles";
import { replay } from "../texts/replay";
import { setup } from "../texts/setup";
import { sheet } from "../texts/sheet";

const lazy = {
  ...checking,
  ...daily,
  ...history,
  ...lessons,
  ...likings,
  ...links,
  ...odds,
  ...puzzles,
  ...replay,
  ...setup,
  ...sheet,
};

export type Key = FirstKey | keyof typeof lazy;

const { t, tn, spoken } = saying(lazy, () => import("../lazytranslations"));

// these screens come in the language that was chosen, names that are made for an evening with them
await spoken();

export { t, tn };
