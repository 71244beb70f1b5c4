/** The text format of metrics: `name{label="value",…} number [timestamp]`. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const NAME = /^[A-Za-z_:][\w:]*/;
const LABEL = /\s*([A-Za-z_]\w*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*,?/y;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", '"': '"', "\\": "\\" };

function parseLine(line: string): Sample | undefined {
  const name = NAME.exec(line)?.[0];
  if (name === undefined) return undefined;
  const labels: Record<string, string> = {};
  let at = name.length;
  if (line[at] === "{") {
    LABEL.lastIndex = at + 1;
    for (let match = LABEL.exec(line); match !== null; match = LABEL.exec(line)) {
      labels[match[1] ?? ""] = (match[2] ?? "").replace(/\\(.)/g, (whole, letter: string) => ESCAPES[letter] ?? whole);
      at = LABEL.lastIndex;
    }
    at = line.indexOf("}", at);
    if (at < 0) return undefined;
    at += 1;
  }
  const [text = ""] = line.slice(at).trim().split(/\s+/);
  const value = text === "+Inf" ? Number.POSITIVE_INFINITY : text === "-Inf" ? Number.NEGATIVE_INFINITY : Number(text);
  return text === "" || (Number.isNaN(value) && text !== "NaN") ? undefined : { name, labels, value };
}

/**
 * Parses the samples of a metrics page. Skips comments and lines that are not samples.
 *
 * @param wanted names to parse; other lines are skipped, because such pages have tens of thousands of lines
 */
export function parseMetrics(text: string, wanted?: ReadonlySet<string>): Sample[] {
  const samples: Sample[] = [];
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    if (wanted !== undefined && !wanted.has(NAME.exec(line)?.[0] ?? "")) continue;
    const sample = parseLine(line);
    if (sample !== undefined) samples.push(sample);
  }
  return samples;
}
