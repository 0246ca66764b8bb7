/** Code that can be changed where it stands, with the keys of a notebook. */

const INDENT = "    ";

/**
 * Make a block of code editable; its colours stay.
 *
 * Tab indents, and leaves the block after Escape; Ctrl+Enter and Shift+Enter run it. False if the
 * browser cannot edit plain text in place.
 */
export function makeEditable(code: HTMLElement, label: string, hint: string, run: () => void): boolean {
  try {
    code.contentEditable = "plaintext-only";
  } catch {
    return false;
  }
  const attributes = {
    tabindex: "0",
    role: "textbox",
    "aria-multiline": "true",
    "aria-label": label,
    "aria-describedby": hint,
    spellcheck: "false",
    autocapitalize: "off",
    autocorrect: "off",
    translate: "no",
  };
  for (const [name, value] of Object.entries(attributes)) code.setAttribute(name, value);
  let isLeaving = false;
  code.addEventListener("keydown", (event) => {
    const wasLeaving = isLeaving;
    isLeaving = event.key === "Escape" || (wasLeaving && event.key === "Shift");
    if (event.isComposing || event.altKey) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey || event.shiftKey) run();
      else insert(`\n${indentOf(textBefore(code))}`);
    } else if (event.key === "Tab" && !event.shiftKey && !event.ctrlKey && !wasLeaving) {
      event.preventDefault();
      insert(INDENT);
    }
  });
  code.addEventListener("blur", () => (isLeaving = false));
  return true;
}

/** The code that stands there now. */
export function codeOf(code: HTMLElement): string {
  return code.innerText.replaceAll("\u00a0", " ").replace(/\s*$/, "\n");
}

function insert(text: string): void {
  document.execCommand("insertText", false, text); // the one way that can be taken back by Ctrl+Z
}

function textBefore(code: HTMLElement): string {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0) return "";
  const { startContainer, startOffset } = selection.getRangeAt(0);
  const before = document.createRange();
  before.setStart(code, 0);
  before.setEnd(startContainer, startOffset);
  const copy = before.cloneContents();
  for (const line of copy.querySelectorAll("br")) line.replaceWith("\n"); // as browsers break lines
  return copy.textContent;
}

/** How far the line after a text is indented. */
function indentOf(before: string): string {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const indent = /^ */.exec(line)?.[0] ?? "";
  return line.trimEnd().endsWith(":") ? indent + INDENT : indent;
}
