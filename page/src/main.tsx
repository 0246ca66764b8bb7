/** The page of a table service: home, a table being set up, a table. */

import { render } from "preact";
import { watchTurns } from "./shell/alerts";
import { spoken, t } from "./base/catalogue";
import { Home } from "./home/home";
import { Later, laterFrom } from "./shell/later";
import type { LaterProps } from "./shell/later";
import { Masthead } from "./shell/masthead";
import { NameWindow } from "./seats/naming";
import { Preferences } from "./shell/preferences";
import { QuestionWindow } from "./shell/question";
import { Rules } from "./table/rules";
import { SeatsWindow } from "./seats/seats";
import { isInTab } from "./base/place";
import { lookForRenewal, offer } from "./base/renewal";
import { lacksGame, place, start, titleOf } from "./service/store";
import { Loading } from "./tab/progress";
import { Connection, TableScreen } from "./table/table";
import "./style/base.css";
import "./style/cards.css";
import "./style/home.css";
import "./style/panels.css";
import "./style/between.css";
import "./style/seats.css";
import "./style/table.css";
import "./style/turn.css";
import "./style/zones.css";
import "./style/plays.css";
import "./style/boards.css";
import "./style/tab.css";
import "./style/short.css";

/** Screens that bring a head of their own. */
const WHOLE = ["cards", "learn", "daily", "match", "puzzle"];

function Page() {
  const { at, of, day } = place.value;
  const subject = of + (day && `/${day}`);
  return (
    <>
      {at !== "table" && at !== "camera" && <Connection />}
      {at === "table" ? (
        <TableScreen />
      ) : at === "home" || at === "join" ? (
        <Home />
      ) : lacksGame(place.value) ? (
        <main class="loading">
          <p role="status">{t("loading")}</p>
        </main>
      ) : WHOLE.includes(at) ? (
        <Later key={location.hash} at={at} subject={subject} />
      ) : (
        <LaterScreen key={location.hash} at={at} subject={subject} />
      )}
      <Windows />
    </>
  );
}

/** A part that is fetched later, as a page of its own. */
function LaterScreen({ at, subject }: LaterProps) {
  return (
    <div class="page">
      <Masthead />
      <main>
        <Later at={at} subject={subject} />
      </main>
    </div>
  );
}

function Windows() {
  return (
    <>
      <Loading titleOf={titleOf} />
      <Rules />
      <Preferences />
      <SeatsWindow />
      <QuestionWindow />
      <NameWindow />
    </>
  );
}

laterFrom(() => import("./lazy"));

const root = document.getElementById("root");
if (root !== null) {
  void spoken().then(() => {
    render(<Page />, root);
    watchTurns();
    start();
    if (isInTab) void import("./tab/updates").then(({ watchUpdates }) => watchUpdates(offer, lookForRenewal));
  });
}
