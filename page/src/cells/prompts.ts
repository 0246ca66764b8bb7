/** Examples with Python's prompts, made into cells: code above, and what it shows below. */

import { element } from "./cell";

/** Make a cell of each block of the page that has prompts. */
export function prompts(root: ParentNode): void {
  for (const code of root.querySelectorAll<HTMLElement>(".highlight pre:has(.gp)")) {
    const block = code.parentElement?.parentElement;
    if (block == null || block.closest(".cell") !== null) continue;
    const cell = element("div", "cell docutils container");
    cell.dataset.each = "";
    const input = element("div", "cell_input docutils container");
    const output = element("div", "cell_output docutils container");
    block.replaceWith(cell);
    input.append(block);
    cell.append(input, output);
    const outputText = withoutPrompts(code);
    if (outputText !== "") output.append(stored(outputText));
  }
}

/** Take prompts and what follows them out of a block; what was shown. */
function withoutPrompts(code: HTMLElement): string {
  for (const mark of code.querySelectorAll(".gp")) mark.remove();
  let outputText = "";
  for (const line of code.querySelectorAll(".go, .gr, .gt")) {
    outputText += `${line.textContent}\n`;
    const end = line.nextSibling;
    if (end?.nodeType === Node.TEXT_NODE) end.textContent = (end.textContent ?? "").replace("\n", "");
    line.remove();
  }
  while (code.lastChild?.textContent?.trim() === "") code.lastChild.remove();
  code.append("\n");
  return outputText;
}

function stored(text: string): HTMLElement {
  const block = element("div", "output text_plain highlight-myst-ansi notranslate");
  const inner = element("div", "highlight");
  const lines = element("pre", "");
  lines.append(text);
  inner.append(lines);
  block.append(inner);
  return block;
}
