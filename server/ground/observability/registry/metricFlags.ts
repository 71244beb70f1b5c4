import { BINARY_RELEASE } from "../../settings/emulation.ts";
import { type Flag, type FlagGroup, fileFlag, listFlag } from "../../settings/flag.ts";
import { OptionError } from "../../settings/optionError.ts";
import { readAllowLists } from "./labelAllowLists.ts";

/** Options about which metrics are shown, and with which labels. */
export interface MetricOptions {
  /** The previous release, whose visible metrics are then shown, too; undefined to show only those of this release. */
  readonly showHiddenMetricsForVersion: string | undefined;
  /** Names of metrics that are disabled. */
  readonly disabledMetrics: readonly string[];
  /** Allowed values separated by commas, by `metric,label`; undefined when not set. */
  readonly allowMetricLabels: Readonly<Record<string, string>> | undefined;
  /** A YAML file with the same content; the command line takes precedence. */
  readonly allowMetricLabelsManifest: string | undefined;
}

const [major, minor] = BINARY_RELEASE.split(".");
const PREVIOUS_RELEASE = `${major}.${Number(minor) - 1}`;

const showHiddenFlag: Flag<string | undefined> = {
  name: "show-hidden-metrics-for-version",
  argument: "<release>",
  about: `show metrics that are hidden since this release: ${PREVIOUS_RELEASE}`,
  default: undefined,
  shownDefault: "",
  read(texts) {
    const text = texts.at(-1) ?? "";
    if (text === "") return undefined;
    if (text === PREVIOUS_RELEASE) return text;
    throw new OptionError(
      `--show-hidden-metrics-for-version must be omitted or have the value '${PREVIOUS_RELEASE}'. Only the previous minor version is allowed`,
    );
  },
};

const allowLabelsFlag: Flag<Readonly<Record<string, string>> | undefined> = {
  name: "allow-metric-labels",
  argument: "<metric,label=value,…>",
  about: "values that a label of a metric may have; others count as unexpected. Repeatable; several at once in quotes",
  default: undefined,
  shownDefault: "",
  read(texts) {
    const pairs = Object.fromEntries(texts.flatMap(splitPairs).map(readPair));
    readAllowLists(pairs);
    return pairs;
  },
};

/** A single pair is taken unchanged; several are parsed as fields of a CSV line, each in double quotes. */
function splitPairs(text: string): string[] {
  if (text.split("=").length <= 2) return [text.replace(/^"+|"+$/g, "")];
  return Array.from(text.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"(?=,|$)|([^,]*))/g), ([, quoted, plain = ""]) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  );
}

function readPair(pair: string): [string, string] {
  const equals = pair.indexOf("=");
  if (equals < 0) throw new OptionError(`--allow-metric-labels: ${pair} must be formatted as key=value`);
  return [pair.slice(0, equals), pair.slice(equals + 1)];
}

export const metricFlags: FlagGroup<MetricOptions> = {
  showHiddenMetricsForVersion: showHiddenFlag,
  disabledMetrics: listFlag("disabled-metrics", {
    argument: "<names>",
    about: "metrics that are not shown, not even as hidden ones",
    default: [],
  }),
  allowMetricLabels: allowLabelsFlag,
  allowMetricLabelsManifest: fileFlag(
    "allow-metric-labels-manifest",
    "YAML file of values that labels may have, by metric,label; --allow-metric-labels counts instead",
  ),
};
