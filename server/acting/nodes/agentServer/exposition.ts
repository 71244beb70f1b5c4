import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { labelText } from "../../../ground/observability/registry/labelText.ts";

/** One value of a metric. */
export interface Sample {
  /** The suffix of the metric's name: `_sum`, `_count` or `_bucket` of a histogram. */
  readonly suffix?: string;
  /** The upper bound of a histogram's bucket. */
  readonly le?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
  /** When it was measured, in milliseconds since the epoch. */
  readonly time?: number;
}

/** A metric with its samples. A metric without samples is left out. */
export interface MetricFamily {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly help: string;
  readonly samples: Iterable<Sample>;
}

/** Renders metrics in the text format of scrapers, labels sorted by name. */
export function* exposition(families: readonly MetricFamily[]): Steps<string> {
  const lines: string[] = [];
  for (const { name, type, help, samples } of families) {
    let isFirst = true;
    for (const sample of samples) {
      if (isFirst) lines.push(`# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`);
      isFirst = false;
      lines.push(lineOf(name, sample));
      if (isTurnDue()) yield;
    }
  }
  return lines.join("");
}

function lineOf(name: string, { labels = {}, value, time, suffix = "", le }: Sample): string {
  const texts = Object.keys(labels)
    .sort()
    .map((label) => labelText(label, labels[label] ?? ""));
  if (le !== undefined) texts.push(labelText("le", le));
  const braces = texts.length === 0 ? "" : `{${texts.join(",")}}`;
  return `${name}${suffix}${braces} ${value}${time === undefined ? "" : ` ${time}`}\n`;
}
