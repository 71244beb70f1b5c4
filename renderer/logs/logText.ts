import { type LogLine, stampOf } from "./logLine.ts";

/** Lines as a file: time, whose line it is where there are several, and what was printed. */
export function logText(lines: readonly LogLine[], names: ReadonlyMap<string, string>): string {
  return lines
    .map(({ time, source, plain }) => {
      const parts = [time === undefined ? "" : stampOf(time), names.get(source) ?? "", plain];
      return `${parts.filter((part, index) => index === 2 || part !== "").join(" ")}\n`;
    })
    .join("");
}
