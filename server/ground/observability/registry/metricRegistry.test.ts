import { describe, expect, it } from "vitest";
import { collectGarbage } from "../../memory/testing/collectGarbage.ts";
import { readAllowLists } from "./labelAllowLists.ts";
import { defineMetaMetrics } from "./metaMetrics.ts";
import { MetricRegistry, type MetricSettings, PLAIN_METRICS } from "./metricRegistry.ts";

const registryWith = (settings: Partial<MetricSettings>): MetricRegistry => {
  const registry = new MetricRegistry({ ...PLAIN_METRICS, ...settings });
  defineMetaMetrics(registry);
  return registry;
};
const shownValue = async (registry: MetricRegistry, series: string): Promise<string | undefined> =>
  (await registry.text())
    .split("\n")
    .find((line) => line.startsWith(`${series} `))
    ?.slice(series.length + 1);

const old = { name: "old_total", help: "Old things.", stability: "ALPHA", deprecatedIn: "1.30.0" } as const;
const young = { name: "young_total", help: "Young things.", stability: "BETA" } as const;

describe("MetricRegistry", () => {
  it("shows the stability level of each metric", async () => {
    const registry = registryWith({});
    registry.counter(young).inc();
    expect(await registry.text()).toContain("# HELP young_total [BETA] Young things.\n# TYPE young_total counter\n");
    expect(registry.descriptions).toContainEqual({
      ...young,
      type: "counter",
      labelNames: [],
      deprecatedIn: undefined,
    });
  });

  it("shows hidden metrics on request, with a warning", async () => {
    const plain = registryWith({});
    plain.counter(old).inc();
    expect(await plain.text()).not.toContain("old_total");
    expect(await shownValue(plain, "hidden_metrics_total")).toBe("1");
    const warnings: string[] = [];
    const asked = registryWith({ showHidden: true, warn: (text) => warnings.push(text) });
    asked.counter(old).inc(2);
    expect(await asked.text()).toContain("# HELP old_total [ALPHA] (Deprecated since 1.30.0) Old things.\n");
    expect(await shownValue(asked, "old_total")).toBe("2");
    expect(await shownValue(asked, "hidden_metrics_total")).toBe("0");
    const deprecated = 'registered_metrics_total{stability_level="ALPHA",deprecated_version="1.30.0"}';
    expect(await shownValue(asked, deprecated)).toBe("1");
    expect(warnings).toEqual(["showing the hidden metric old_total, deprecated since 1.30.0"]);
  });

  it("omits disabled metrics, even when hidden ones are shown", async () => {
    const registry = registryWith({ showHidden: true, disabled: new Set(["old_total", "process_cpu_seconds_total"]) });
    registry.addProcessMetrics();
    registry.counter(old).inc();
    const text = await registry.text();
    expect(text).not.toContain("old_total");
    expect(text).not.toContain("process_cpu_seconds_total");
    expect(text).toContain("process_start_time_seconds");
    expect(await shownValue(registry, "disabled_metrics_total")).toBe("2");
  });

  it("keeps no reference to a closed server while the process continues", async () => {
    const server = ((): WeakRef<object> => {
      const parts = { objects: 1 };
      const registry = registryWith({});
      registry.addProcessMetrics();
      registry.gauge({ ...young, collect: () => void parts.objects });
      return new WeakRef(parts);
    })();
    const isGone = (): boolean => {
      collectGarbage();
      return server.deref() === undefined;
    };
    await expect.poll(isGone).toBe(true);
  });

  it("counts the metrics of its separate pages among its registered metrics", async () => {
    const registry = registryWith({});
    const before = Number(
      await shownValue(registry, 'registered_metrics_total{stability_level="BETA",deprecated_version=""}'),
    );
    const page = registry.besides();
    page.counter(young).inc();
    expect(await page.text()).toBe(
      "# HELP young_total [BETA] Young things.\n# TYPE young_total counter\nyoung_total 1\n",
    );
    expect(await registry.text()).not.toContain("young_total");
    const after = await shownValue(registry, 'registered_metrics_total{stability_level="BETA",deprecated_version=""}');
    expect(Number(after)).toBe(before + 1);
  });
});

describe("allowed label values", () => {
  const allowed = readAllowLists({ "young_total,color": "red,blue", "young_seconds,color": "red" });
  const unexpected = "cardinality_enforcement_unexpected_categorizations_total";

  it('are kept, and others are counted as "unexpected", however the labels are passed', async () => {
    const registry = registryWith({ allowed });
    const counter = registry.counter({ ...young, labelNames: ["color", "size"] });
    counter.inc({ color: "red", size: "1" });
    counter.inc({ color: "green", size: "1" }, 2);
    const series = counter.labels("black", "1");
    series.inc();
    series.inc();
    counter.labels({ color: "blue", size: "2" }).inc();
    expect(await shownValue(registry, 'young_total{color="red",size="1"}')).toBe("1");
    expect(await shownValue(registry, 'young_total{color="unexpected",size="1"}')).toBe("4");
    expect(await shownValue(registry, 'young_total{color="blue",size="2"}')).toBe("1");
    expect(await shownValue(registry, unexpected)).toBe("3");
  });

  it("also apply to gauges and histograms", async () => {
    const registry = registryWith({ allowed });
    const gauge = registry.gauge({ ...young, labelNames: ["color"] });
    gauge.labels("green").inc(3);
    gauge.labels("green").dec();
    gauge.remove("green");
    gauge.set({ color: "green" }, 7);
    const histogram = registry.histogram({ ...young, name: "young_seconds", labelNames: ["color"] });
    histogram.observe({ color: "blue" }, 2);
    histogram.labels({ color: "red" }).observe(1);
    expect(await shownValue(registry, 'young_total{color="unexpected"}')).toBe("7");
    expect(await shownValue(registry, 'young_seconds_sum{color="unexpected"}')).toBe("2");
    expect(await shownValue(registry, 'young_seconds_sum{color="red"}')).toBe("1");
    expect(await shownValue(registry, unexpected)).toBe("4");
  });
});
