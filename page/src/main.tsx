/** The page of a table service: home, a table being set up, a table. */

import { render } from "preact";
import { Gallery } from "./gallery";
import { Home } from "./home";
import { Preferences } from "./preferences";
import { Rules } from "./rules";
import { Setup } from "./setup";
import { place, start } from "./store";
import { Connection, TableScreen } from "./table";
import "./style/base.css";
import "./style/cards.css";
import "./style/home.css";
import "./style/panels.css";
import "./style/table.css";
import "./style/boards.css";

function Page() {
  const here = place.value;
  if (here.at === "table")
    return (
      <>
        <TableScreen />
        <Windows />
      </>
    );
  return (
    <>
      <Connection />
      {here.at === "new" && <Setup key={here.game} game={here.game} />}
      {here.at === "cards" && <Gallery />}
      {(here.at === "home" || here.at === "join") && <Home />}
      <Windows />
    </>
  );
}

function Windows() {
  return (
    <>
      <Rules />
      <Preferences />
    </>
  );
}

const root = document.getElementById("root");
if (root !== null) {
  render(<Page />, root);
  void start();
}
