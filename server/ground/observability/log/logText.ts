/**
 * Log lines in the reference's text format, for people and tools: `I1123 20:42:22.123000    4711 orrery] "msg"
 * key="value"`.
 */

const LETTERS: Readonly<Record<number, string>> = { 10: "I", 20: "I", 30: "I", 40: "W", 50: "E", 60: "F" };

/**
 * Converts a JSON line to text.
 * @param line as the logger writes it: a JSON object followed by a line break
 * @param pid id of the process
 */
export function logText(line: string, pid: number): string {
  const { level, time, msg, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const at = new Date(String(time));
  const day = `${two(at.getMonth() + 1)}${two(at.getDate())}`;
  const clock = `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
  const micros = `${at.getMilliseconds()}`.padStart(3, "0").padEnd(6, "0");
  const members = Object.entries(rest).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  const letter = LETTERS[Number(level)] ?? "I";
  const process = String(pid).padStart(7);
  return `${letter}${day} ${clock}.${micros} ${process} orrery] ${JSON.stringify(msg ?? "")}${members.join("")}\n`;
}

const two = (value: number): string => String(value).padStart(2, "0");
