import { type LogLine, stampOf } from "./logLine.ts";

/** Lines as a text file: the time, the source if there are several, and the printed text. */
export function logText(lines: readonly LogLine[], names: ReadonlyMap<string, string>): string {
  return lines
    .map(({ time, source, plain }) => {
      const parts = [time === undefined ? "" : stampOf(time), names.get(source) ?? "", plain];
      return `${parts.filter((part, index) => index === 2 || part !== "").join(" ")}\n`;
    })
    .join("");
}
