import { isHidden } from "../../../ground/observability/registry/metricLifecycle.ts";
import type { MetricDescription } from "../../../ground/observability/registry/metricRegistry.ts";
import { BINARY_RELEASE } from "../../../ground/settings/emulation.ts";

/** Metrics of the reference that this server lacks, and why. */
const ABSENT: readonly (readonly [names: string, reason: string])[] = [
  ["`apiserver_storage_list_*`", "lists do not ask the store: they are answered from memory"],
  ["`etcd_*`", "not measured: what an etcd is asked counts nowhere"],
  ["`rest_client_*`", "controllers reach the API within the process; calls of webhooks count as such"],
  [
    "`apiserver_webhooks_x509_*`",
    "not measured: the runtime judges certificates of webhooks, and does not tell what they lack",
  ],
  ["`aggregator_openapi_v2_*`", "not measured: documents are merged when a client asks for them"],
  ["`apiserver_request_terminations_total`, `apiserver_request_aborts_total`", "not measured"],
  ["`*_summary`", "quantiles cost every request more than the histograms of the same"],
  ["`go_*`", "there is no such runtime; `nodejs_*` tells of the one that there is"],
];

const LEVELS = ["STABLE", "BETA", "ALPHA", "INTERNAL"] as const;

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");

function row({ name, type, labelNames, help, deprecatedIn }: MetricDescription): string {
  const labels = [...labelNames]
    .sort()
    .map((label) => `\`${label}\``)
    .join(", ");
  const since = deprecatedIn === undefined ? "" : ` Deprecated since ${deprecatedIn}`;
  return `| \`${name}\` | ${type} | ${labels} | ${cell(help)}${since} |`;
}

function table(metrics: readonly MetricDescription[]): string[] {
  const sorted = [...metrics].sort((a, b) => (a.name < b.name ? -1 : 1));
  return ["| Name | Type | Labels | What it tells |", "| --- | --- | --- | --- |", ...sorted.map(row), ""];
}

/** Generates `docs/metrics.md`: every metric of a server, from the definitions that the server uses. */
export function metricsPage(pages: Readonly<Record<string, readonly MetricDescription[]>>): string {
  const all = Object.values(pages).flat();
  const apart = (pages["/metrics/slis"] ?? []).map(({ name }) => `\`${name}\``).join(" and ");
  const shown = all.filter((metric) => !isHidden(metric, BINARY_RELEASE));
  const hidden = all.filter((metric) => isHidden(metric, BINARY_RELEASE));
  return [
    "# Metrics",
    "",
    "This page is made from the definitions that the server uses (`npm run docs:metrics`). Names, types and labels are those of",
    "kube-apiserver 1.32 (the reference); INTERNAL ones are this server's own. A server shows the metrics of the parts that it has:",
    "those of webhooks, say, once there are some.",
    "",
    `\`/metrics\` shows all but ${apart}, which stand under \`/metrics/slis\`. What the runtime tells of`,
    "the process (`process_*`, `nodejs_*`) carries no level.",
    "",
    "- `--show-hidden-metrics-for-version` shows what was hidden since the release before.",
    "- `--disabled-metrics` leaves metrics out.",
    "- `--allow-metric-labels` and `--allow-metric-labels-manifest` say which values a label may have; others become `unexpected`.",
    "",
    "Values that clients choose become labels only where they name something: requests for unknown resources are not counted, nor",
    "are names of users, beyond a few.",
    "",
    ...LEVELS.flatMap((level) => [`## ${level}`, "", ...table(shown.filter(({ stability }) => stability === level))]),
    "## Hidden",
    "",
    ...table(hidden),
    "## Not here",
    "",
    "| Metrics of the reference | Why |",
    "| --- | --- |",
    ...ABSENT.map(([names, message]) => `| ${names} | ${message} |`),
    "",
  ].join("\n");
}
