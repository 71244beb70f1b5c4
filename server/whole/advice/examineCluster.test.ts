import { describe, expect, it } from "vitest";
import { createAdvisor } from "../../../shared/advice/advisor.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { examineCluster } from "./examineCluster.ts";
import { UsageCollector } from "./usageCollector.ts";

/** Answers of a cluster by path; all other paths are forbidden. */
async function examine(answers: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const collector = new UsageCollector();
  const reader = {
    async get(path: string, accept?: string) {
      asked.push(`${path}${accept?.includes("PartialObject") ? " (metadata)" : ""}`);
      const answer = answers[path];
      if (answer === undefined) return { status: 403, text: JSON.stringify({ message: `${path} is forbidden` }) };
      return { status: 200, text: typeof answer === "string" ? answer : JSON.stringify(answer) };
    },
  };
  const advisor = createAdvisor(createVocabulary(), "1.32");
  await examineCluster({ reader, advisor, collector, signal: new AbortController().signal });
  return { asked, ...collector.result() };
}

const FLOW = "flowcontrol.apiserver.k8s.io";
const resources = (...names: readonly [plural: string, kind: string][]) => ({
  resources: names.map(([name, kind]) => ({ name, kind, verbs: ["list"] })),
});
const managed = (name: string, apiVersion: string) => ({
  metadata: { name, managedFields: [{ manager: "m", apiVersion, time: "2026-01-02T03:04:05Z" }] },
});

describe("examineCluster", () => {
  it("lists only resources that may have been written through an ending API version, page by page", async () => {
    const list = `/apis/${FLOW}/v1/flowschemas?limit=250`;
    const { asked, usages, objects, hidden } = await examine({
      "/apis": {
        groups: [
          { name: "example.com", versions: [{ version: "v1" }] },
          { name: FLOW, versions: [{ version: "v1" }, { version: "v1beta3" }] },
          { name: "events.k8s.io", versions: [{ version: "v1" }] },
        ],
      },
      [`/apis/${FLOW}/v1`]: resources(["flowschemas", "FlowSchema"], ["flowschemas/status", "Other"]),
      [`/apis/${FLOW}/v1beta3`]: resources(["flowschemas", "FlowSchema"]),
      "/apis/events.k8s.io/v1": resources(["events", "Event"]),
      [list]: { items: [managed("a", `${FLOW}/v1`)], metadata: { continue: "c d" } },
      [`${list}&continue=c%20d`]: { items: [managed("b", `${FLOW}/v1beta3`)] },
    });
    expect(asked.slice(0, 6)).toEqual([
      "/apis",
      `/apis/${FLOW}/v1`,
      `/apis/${FLOW}/v1beta3`,
      "/apis/events.k8s.io/v1",
      `${list} (metadata)`,
      `${list}&continue=c%20d (metadata)`,
    ]);
    expect(usages).toMatchObject([
      { name: "b", evidence: "managedFields", by: "m", apiVersion: `${FLOW}/v1beta3`, last: "2026-01-02T03:04:05Z" },
    ]);
    expect(objects).toBe(2);
    expect(hidden).toEqual([
      "/api/v1/secrets: /api/v1/secrets?labelSelector=owner%3Dhelm%2Cstatus%3Ddeployed&limit=20 is forbidden",
      "/api/v1/configmaps: /api/v1/configmaps?labelSelector=owner%3Dhelm%2Cstatus%3Ddeployed&limit=20 is forbidden",
      "the metrics: /metrics is forbidden",
    ]);
  });

  it("reports which object refers to an ending version, and the object's kind", async () => {
    const { usages } = await examine({
      "/apis": { groups: [{ name: "autoscaling", versions: [{ version: "v2" }] }] },
      "/apis/autoscaling/v2": resources(["horizontalpodautoscalers", "HorizontalPodAutoscaler"]),
      "/apis/autoscaling/v2/horizontalpodautoscalers?limit=250": {
        items: [
          {
            metadata: { name: "web", namespace: "shop" },
            spec: { scaleTargetRef: { apiVersion: "extensions/v1beta1", kind: "Deployment", name: "other" } },
          },
        ],
      },
    });
    expect(usages).toMatchObject([
      {
        evidence: "reference",
        apiVersion: "extensions/v1beta1",
        kind: "Deployment",
        holder: { apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler" },
        namespace: "shop",
        name: "web",
        by: "spec.scaleTargetRef",
      },
    ]);
  });

  it("tolerates responses of any shape", async () => {
    const odd = [null, 7, [], {}, { groups: 3 }, { groups: [null, { name: 3 }, { name: FLOW, versions: "x" }] }];
    for (const answer of odd) expect((await examine({ "/apis": answer })).usages).toEqual([]);
    const deep = `{"items":${"[".repeat(10_000)}${"]".repeat(10_000)}}`;
    for (const text of [deep, "no JSON", "[]"]) {
      const { hidden } = await examine({
        "/apis": { groups: [{ name: FLOW, versions: [{ version: "v1" }] }] },
        [`/apis/${FLOW}/v1`]: resources(["flowschemas", "FlowSchema"]),
        [`/apis/${FLOW}/v1/flowschemas?limit=250`]: text,
      });
      expect(hidden).toContainEqual(expect.stringContaining(`/apis/${FLOW}/v1/flowschemas: the answer`));
    }
  });

  it("evaluates the metric of requested deprecated APIs", async () => {
    const line = (labels: string, value: number) => `apiserver_requested_deprecated_apis{${labels}} ${value}`;
    const { usages } = await examine({
      "/metrics": [
        "# HELP apiserver_requested_deprecated_apis x",
        line(`group="${FLOW}",removed_release="1.32",resource="flowschemas",subresource="",version="v1beta3"`, 1),
        line(
          `group="policy",removed_release="1.25",resource="podsecuritypolicies",subresource="",version="v1beta1"`,
          0,
        ),
        line('group="example.com",removed_release="",resource="widgets",subresource="",version="v1"', 1),
        "apiserver_requested_deprecated_apis{",
      ].join("\n"),
    });
    expect(usages).toMatchObject([{ evidence: "metric", kind: "FlowSchema", state: "removed" }]);
    expect(usages).toHaveLength(1);
  });
});
