/** Lines of cells with headings. */

import type { ComponentChildren } from "preact";

interface RowsProps {
  look?: string;
  caption?: ComponentChildren;
  columns?: readonly string[];
  rows: readonly (readonly ComponentChildren[])[];
  /** The column whose cells are the headings of their lines. */
  named?: number;
  format?: (value: number) => string;
}

/** A column is marked where all its cells are texts: these stand left. */
export function Rows({ look = "plain", caption, columns = [], rows, named = 0, format = String }: RowsProps) {
  const isText = (column: number) => rows.every((row) => typeof row[column] === "string");
  return (
    <table class={look}>
      {caption !== undefined && <caption>{caption}</caption>}
      {columns.length > 0 && (
        <thead>
          <tr>
            {columns.map((column, i) =>
              column === "" ? (
                <td key={i} />
              ) : (
                <th key={i} scope="col" data-text={isText(i)}>
                  {column}
                </th>
              ),
            )}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row, i) => (
          <tr key={i}>
            {row.map((cell, j) => {
              const content = typeof cell === "number" ? format(cell) : cell;
              return j === named ? (
                <th key={j} scope="row">
                  {content}
                </th>
              ) : (
                <td key={j} data-text={isText(j)}>
                  {content}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
