import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { labelText } from "../../../ground/observability/registry/labelText.ts";

/** One value of a metric. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
  /** When it was measured, in milliseconds since the epoch. */
  readonly time?: number;
}

/** A metric with its values: without values, it does not appear. */
export interface MetricFamily {
  readonly name: string;
  readonly type: "counter" | "gauge";
  readonly help: string;
  readonly samples: Iterable<Sample>;
}

/** Metrics as the text that scrapers read, labels in the order of their names. */
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

function lineOf(name: string, { labels = {}, value, time }: Sample): string {
  const texts = Object.keys(labels)
    .sort()
    .map((label) => labelText(label, labels[label] ?? ""));
  const braces = texts.length === 0 ? "" : `{${texts.join(",")}}`;
  return `${name}${braces} ${value}${time === undefined ? "" : ` ${time}`}\n`;
}
