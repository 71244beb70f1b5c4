import { membersOf } from "../../../../shared/advice/conversions/members.ts";
import type { Log } from "../../../ground/observability/log/log.ts";
import { readAllowLists } from "../../../ground/observability/registry/labelAllowLists.ts";
import type { MetricOptions } from "../../../ground/observability/registry/metricFlags.ts";
import type { MetricSettings } from "../../../ground/observability/registry/metricRegistry.ts";
import { OptionError, orOptionError } from "../../../ground/settings/optionError.ts";
import { readOptionFile } from "../../../ground/settings/readOptionFile.ts";
import { refuseLargeFile } from "../../../model/encoding/fileSize.ts";
import { fromYaml } from "../../../model/encoding/yaml.ts";

/** The settings of metrics from the options, including the file that they name. @throws OptionError */
export async function metricSettings(options: MetricOptions, log: Log): Promise<MetricSettings> {
  const { showHiddenMetricsForVersion, disabledMetrics, allowMetricLabels, allowMetricLabelsManifest } = options;
  const listed = allowMetricLabelsManifest === undefined ? {} : await readManifest(allowMetricLabelsManifest);
  return {
    showHidden: showHiddenMetricsForVersion !== undefined,
    disabled: new Set(disabledMetrics),
    allowed: readAllowLists(allowMetricLabels ?? listed),
    warn: (text) => log.warn(text),
  };
}

const MANIFEST = "--allow-metric-labels-manifest";

/** The pairs of a manifest, in the format of the flag. @throws OptionError */
async function readManifest(path: string): Promise<Record<string, string>> {
  const text = await readOptionFile(MANIFEST, path);
  const { value } = orOptionError(() => {
    refuseLargeFile(text);
    return fromYaml(text);
  }, MANIFEST);
  const pairs = value === null ? {} : membersOf(value);
  if (pairs === undefined) throw new OptionError(`${MANIFEST}: ${path} is no map of values by metric,label`);
  for (const [key, values] of Object.entries(pairs)) {
    if (typeof values !== "string") throw new OptionError(`${MANIFEST}: the values of ${key} are no text`);
  }
  const read = Object.fromEntries(Object.entries(pairs).map(([key, values]) => [key, String(values)]));
  orOptionError(() => readAllowLists(read), MANIFEST);
  return read;
}
