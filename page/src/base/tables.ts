/** Lines of cells and other data as files for other programs. */

import { save } from "./saving";

/** Save lines of cells as CSV. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  const text = rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
  save(name, new Blob([text], { type: "text/csv" }));
}

/** Save something as JSON. */
export function saveJson(name: string, data: unknown): void {
  save(name, new Blob([`${JSON.stringify(data, null, 1)}\n`], { type: "application/json" }));
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
