/** A cell of a notebook: its code, its buttons and what it shows. */

import { codeOf, makeEditable } from "./editor";
import type { Kind, Output } from "./says";

export const HINT = "cells-hint";

/** Modules that Python in a tab does not have, as people call them. */
const MISSING: Record<string, string> = {
  numpy: "NumPy",
  numba: "numba",
  matplotlib: "Matplotlib",
  examples: "the examples that come with the source code",
  "dealt.figures": "the simulator", // whose results they show
  "dealt.simulate": "the simulator",
};

/** What the buttons of a cell do. */
export interface Doing {
  run(cell: Cell): void;
  runAbove(cell: Cell): void;
  stop(): void;
}

// as MyST-NB calls what a cell shows, so that it looks the same
const CLASSES: Record<Kind, string> = {
  stdout: "output stream",
  stderr: "output stderr",
  result: "output text_plain",
  html: "output text_html",
  error: "output traceback",
};

export class Cell {
  readonly name: string;
  /** Whether it has run in the Python there is. */
  hasRun = false;
  private readonly original: string;
  private readonly stored: Node[];
  private readonly status = element("span", "cell-status");
  private readonly runButton: HTMLButtonElement;
  private readonly stopButton: HTMLButtonElement;
  private readonly restoreButton: HTMLButtonElement;

  /**
   * @param number - counted from 1
   * @param code - the block with the code
   * @param output - the element that has what the cell shows, and nothing else
   * @param each - whether the value of every expression is shown
   */
  constructor(
    readonly number: number,
    private readonly code: HTMLElement,
    private readonly output: HTMLElement,
    readonly each: boolean,
    doing: Doing,
  ) {
    this.name = `cell ${number}`;
    this.original = code.innerHTML;
    for (const text of output.querySelectorAll("pre")) text.tabIndex = 0; // it may be wider than the page
    this.stored = [...output.childNodes];
    this.status.setAttribute("role", "status");
    const label = `Code of ${this.name}`;
    this.runButton = button("Run", `Run ${this.name}`, () => doing.run(this));
    this.stopButton = button("Stop", `Stop ${this.name}`, () => doing.stop());
    this.restoreButton = button("Restore", `Restore ${this.name} as it was`, () => this.restore());
    this.stopButton.hidden = this.restoreButton.hidden = true;
    const tools = element("div", "cell-tools");
    tools.append(this.runButton);
    if (number > 1)
      tools.append(button("Run all above", `Run all above ${this.name}`, () => doing.runAbove(this)));
    tools.append(this.stopButton, this.restoreButton, this.status);
    output.before(tools);
    makeEditable(code, label, HINT, () => doing.run(this));
    code.addEventListener("input", () => (this.restoreButton.hidden = false));
  }

  get source(): string {
    return codeOf(this.code);
  }

  /** It stands in line, or runs. */
  waits(): void {
    this.runButton.disabled = true;
    this.stopButton.hidden = false;
    this.says("Waiting …");
  }

  says(status: string): void {
    this.status.textContent = status;
  }

  /** It begins: what was shown goes. */
  begins(): void {
    this.output.replaceChildren();
    this.says("Running …");
  }

  shows(parts: Output[]): void {
    for (const { kind, text } of parts) {
      if (kind === "html") {
        this.draws(text);
        continue;
      }
      const last = this.output.lastElementChild as HTMLElement | null;
      const joins = last?.dataset.kind === kind;
      (joins ? last.querySelector("pre") : this.block(kind))?.append(text);
    }
  }

  /** What a value says of itself in HTML; the policy of the page keeps scripts out. */
  private draws(html: string): void {
    const block = element("div", CLASSES.html);
    block.tabIndex = 0;
    block.innerHTML = html;
    this.output.append(block);
  }

  /** A line about it, in place of what it would show or below that. */
  notes(text: string, ...more: Node[]): void {
    const line = element("p", "cell-note");
    line.append(text, ...more);
    this.output.append(line);
  }

  ends(status: string): void {
    const isHere = document.activeElement === this.stopButton;
    this.runButton.disabled = false;
    this.stopButton.hidden = true;
    if (isHere) this.runButton.focus();
    this.says(status);
  }

  private restore(): void {
    this.code.innerHTML = this.original;
    this.output.replaceChildren(...this.stored);
    this.restoreButton.hidden = true;
    this.runButton.focus();
    this.says("");
  }

  private block(kind: Kind): HTMLElement {
    const block = element("div", `${CLASSES[kind]} highlight-myst-ansi notranslate`);
    const inner = element("div", "highlight");
    const text = element("pre", "");
    text.tabIndex = 0;
    block.dataset.kind = kind;
    inner.append(text);
    block.append(inner);
    this.output.append(block);
    return text;
  }
}

/** What a cell imports that is not there in a tab; "" if it has all it needs. */
export function missingIn(source: string): string {
  const names = [...source.matchAll(/^\s*(?:import|from)\s+(\w+)(\.\w+)?/gm)].map(
    ([, module = "", inner = ""]) => MISSING[module] ?? MISSING[module + inner],
  );
  return names.find((name) => name !== undefined) ?? "";
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  classes: string,
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  if (classes !== "") node.className = classes;
  return node;
}

export function button(text: string, label: string, press: () => void): HTMLButtonElement {
  const control = element("button", "cell-button");
  control.type = "button";
  control.textContent = text;
  if (label !== text) control.setAttribute("aria-label", label);
  control.addEventListener("click", press);
  return control;
}
