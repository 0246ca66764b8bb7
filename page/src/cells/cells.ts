/**
 * The notebooks of the documentation, run in the visitor's own tab.
 *
 * A page of the documentation that has cells loads this script from the folder of the table, whose
 * Python it uses.  Nothing is fetched before the first cell runs.
 */

import { Cell, HINT, button, element, missingIn } from "./cell";
import { prompts } from "./prompts";
import { Python } from "./python";

const MB = 1_000_000;

class Notebook {
  private readonly cells: Cell[] = [];
  private readonly python = new Python();
  private readonly status = element("span", "cell-status");
  private waiting: Cell[] = [];
  private running: Cell | null = null;
  private readonly all = button("Run all cells", "Run all cells", () => {
    if (this.running === null) this.run(...this.cells);
    else this.stop();
  });

  constructor(root: ParentNode) {
    prompts(root);
    let missing = "";
    for (const block of root.querySelectorAll<HTMLElement>(".cell")) {
      const code = block.querySelector<HTMLElement>(".cell_input pre");
      if (code === null) continue;
      const needs = missingIn(code.innerText);
      if (needs !== "" || missing !== "") {
        missing ||= needs;
        block.querySelector(".cell_input")?.after(cannotRun(needs, missing));
      } else {
        this.cells.push(
          new Cell(this.cells.length + 1, code, outputOf(block), block.dataset.each !== undefined, this),
        );
      }
    }
    if (this.cells.length > 0) this.introduce(root);
  }

  run(...cells: Cell[]): void {
    const fresh = cells.filter((cell) => cell !== this.running && !this.waiting.includes(cell));
    for (const cell of fresh) cell.waits();
    this.waiting.push(...fresh);
    if (this.running === null) void this.work();
  }

  runAbove(cell: Cell): void {
    this.run(...this.above(cell));
  }

  stop(): void {
    this.clear("");
    this.python.stop();
  }

  private above(cell: Cell): Cell[] {
    return this.cells.slice(0, this.cells.indexOf(cell));
  }

  private clear(reason: string): void {
    for (const cell of this.waiting) cell.ends(reason);
    this.waiting = [];
  }

  /** Run what stands in line, until something goes wrong. */
  private async work(): Promise<void> {
    this.all.textContent = "Stop";
    let isGood = true;
    for (let cell = this.waiting.shift(); cell !== undefined; cell = this.waiting.shift()) {
      this.running = cell;
      isGood = await this.runOne(cell);
      if (!isGood) this.clear("Not run.");
    }
    this.running = null;
    this.all.textContent = "Run all cells";
    this.status.textContent = "";
  }

  private async runOne(cell: Cell): Promise<boolean> {
    let hasBegun = false; // before that, what was stored stays
    this.status.textContent = `${cell.number} of ${this.cells.length}`;
    cell.says("Loading Python …");
    const ending = await this.python.run(cell.source, cell.name, cell.each, {
      loading: (bytes) => cell.says(`Loading Python, ${(bytes / MB).toFixed(1)} MB …`),
      begun: () => {
        hasBegun = true;
        cell.begins();
      },
      output: (parts) => cell.shows(parts),
    });
    switch (ending.is) {
      case "done":
        cell.hasRun = true;
        cell.ends(ending.error === "" ? "Done." : "Ended with an error.");
        if (ending.error === "NameError") this.hintAbove(cell);
        if (ending.error === "ModuleNotFoundError")
          cell.notes("In the browser there are only dealt and most of Python's library.");
        return ending.error === "";
      case "stopped":
        this.forget();
        cell.ends("Stopped.");
        if (hasBegun) cell.notes("Python starts again without any variables, so run the cells above first.");
        return false;
      case "failed":
        this.forget();
        cell.ends("Not run.");
        cell.notes(`Python cannot run in this tab: ${ending.reason}`);
        return false;
    }
  }

  private forget(): void {
    for (const each of this.cells) each.hasRun = false;
  }

  /** A name is missing, perhaps because it is defined further up. */
  private hintAbove(cell: Cell): void {
    const above = this.above(cell);
    if (above.every((each) => each.hasRun)) return;
    const text = "Run all above, then this cell";
    cell.notes(
      "Some cells above have not run yet. ",
      button(text, text, () => this.run(...above, cell)),
    );
  }

  private introduce(root: ParentNode): void {
    const hint = element("p", "cells-hint");
    hint.id = HINT;
    hint.textContent =
      "You can run and change the code on this page: Python works in this browser tab, and nothing is sent " +
      "anywhere. The first run loads it, about 7.5 MB. Ctrl+Enter runs a cell. Tab indents; to leave a cell " +
      "by keyboard, press Escape, then Tab.";
    const tools = element("div", "cell-tools");
    this.status.setAttribute("role", "status");
    tools.append(this.all, this.status);
    const intro = element("div", "cells-intro");
    intro.append(hint, tools);
    // below what the page begins with
    const first = root.querySelector("section > section, .cell");
    first?.before(intro);
  }
}

/** The element with what a cell shows, which is made for a cell that shows nothing. */
function outputOf(cell: HTMLElement): HTMLElement {
  const output = cell.querySelector<HTMLElement>(".cell_output");
  if (output !== null) return output;
  const empty = element("div", "cell_output docutils container");
  cell.append(empty);
  return empty;
}

/** A line in place of the buttons of a cell that cannot run in a tab. */
function cannotRun(needs: string, missing: string): HTMLElement {
  const line = element("p", "cell-note");
  line.textContent =
    needs === ""
      ? `Not in the browser: it builds on a cell that needs ${missing}.`
      : `Not in the browser: this cell needs ${needs}.`;
  return line;
}

new Notebook(document.querySelector("article") ?? document);
