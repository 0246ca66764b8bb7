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
import { isOffered, place, start, titleOf } from "./service/store";
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

function Page() {
  const current = place.value;
  if (current.at === "table")
    return (
      <>
        <TableScreen />
        <Windows />
      </>
    );
  if (current.at === "camera")
    return (
      <>
        <LaterScreen at="camera" subject={current.code} />
        <Windows />
      </>
    );
  if ("game" in current && !isOffered(current.game))
    return (
      <>
        <Connection />
        <main class="loading">
          <p role="status">{t("loading")}</p>
        </main>
        <Windows />
      </>
    );
  return (
    <>
      <Connection />
      {current.at === "new" && <LaterScreen at="setup" subject={current.game} />}
      {current.at === "cards" && <Later at="cards" subject="" />}
      {current.at === "odds" && <LaterScreen at="odds" subject={current.game} />}
      {(current.at === "learn" || current.at === "daily") && (
        <Later
          key={location.hash}
          at={current.at}
          subject={current.game + (current.day && `/${current.day}`)}
        />
      )}
      {(current.at === "sheet" || current.at === "deals") && <LaterScreen at={current.at} subject="" />}
      {current.at === "history" && <LaterScreen at="own" subject="" />}
      {current.at === "match" && (
        <Later key={location.hash} at="match" subject={`${current.match}/${current.step}`} />
      )}
      {(current.at === "home" || current.at === "join") && <Home />}
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
