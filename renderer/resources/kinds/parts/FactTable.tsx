import type { ReactNode } from "react";
import { useGradually } from "../../../ui/useGradually.tsx";
import "./FactTable.css";

/**
 * A small table of facts. The first cell of each row is its header. @param numbers whether all other cells are numbers
 */
export function FactTable({
  label,
  head,
  rows,
  numbers = false,
}: {
  label: string;
  head: string[];
  rows: { key: string; cells: ReactNode[] }[];
  numbers?: boolean;
}) {
  const { shown, more } = useGradually(rows);
  return (
    <div className="tableScroll">
      <table className={numbers ? "factTable numbers" : "factTable"} aria-label={label}>
        <thead>
          <tr>
            {head.map((text) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.key}>
              {row.cells.map((cell, i) => {
                const key = head[i] ?? i;
                return i === 0 ? (
                  <th key={key} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={key}>{cell}</td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </div>
  );
}
