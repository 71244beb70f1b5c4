import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce, type Steps } from "../../../../shared/steps.ts";
import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { failure } from "../../../testing/testServices.ts";
import { run, testDependencies, testRequest } from "../testing/request.ts";
import type { Finding } from "./check.ts";
import { existingPodWarnings } from "./existingPods.ts";
import { podSecurity } from "./podSecurity.ts";

const dependencies = testDependencies();
const { reader } = dependencies;
const plugin = podSecurity(dependencies);

const labelled = (labels: Record<string, string>, name = "n"): ApiObject => ({
  metadata: {
    name,
    labels: Object.fromEntries(
      Object.entries(labels).map(([key, value]) => [`pod-security.kubernetes.io/${key}`, value]),
    ),
  },
});
const ask = (labels: Record<string, string>): void =>
  reader.put({ group: "", resource: "namespaces" }, labelled(labels));

/** Warnings and audit annotations of a request. */
async function tell(request: AdmissionRequest): Promise<{ warnings: string[]; annotations: Record<string, string> }> {
  const warnings: string[] = [];
  const annotations: Record<string, string> = {};
  await run(plugin, {
    ...request,
    warn: (text) => warnings.push(text),
    annotate: (key, value) => {
      annotations[key.replace("pod-security.kubernetes.io/", "")] = value;
    },
  });
  return { warnings, annotations };
}

const privileged = { containers: [{ name: "c", image: "i", securityContext: { privileged: true } }] };
const FOUND = 'privileged (container "c" must not set securityContext.privileged=true)';
const pod = (spec: object = privileged, metadata: object = {}): ApiObject => ({
  metadata: { name: "p", namespace: "n", ...metadata },
  spec,
});

describe("podSecurity of pods", () => {
  it("allows everything without labels", async () => {
    ask({});
    const free = { warnings: [], annotations: { "enforce-policy": "privileged:latest" } };
    expect(await tell(testRequest("pods", pod()))).toEqual(free);
    expect(await tell(testRequest("pods", pod(), { operation: "UPDATE", oldObject: pod() }))).toEqual(free);
    ask({ enforce: "privileged", "enforce-version": "v1.30" });
    expect(await tell(testRequest("pods", pod()))).toEqual(free);
  });

  it("rejects violations of the enforced level", async () => {
    ask({ enforce: "baseline", warn: "baseline" });
    expect(await failure(() => tell(testRequest("pods", pod())))).toMatchObject({
      code: 403,
      message: `pods "p" is forbidden: violates PodSecurity "baseline:latest": ${FOUND}`,
    });
    const fine = { containers: [{ name: "c" }] };
    expect(await tell(testRequest("pods", pod(fine)))).toEqual({
      warnings: [],
      annotations: { "enforce-policy": "baseline:latest" },
    });
  });

  it("warns about and audits violations of the other levels", async () => {
    ask({ warn: "baseline", "warn-version": "v1.30", audit: "baseline" });
    expect(await tell(testRequest("pods", pod()))).toEqual({
      warnings: [`would violate PodSecurity "baseline:v1.30": ${FOUND}`],
      annotations: {
        "enforce-policy": "privileged:latest",
        "audit-violations": `would violate PodSecurity "baseline:latest": ${FOUND}`,
      },
    });
  });

  it("checks updates that change images or containers", async () => {
    ask({ enforce: "baseline" });
    const update = (object: ApiObject, subresource = "", oldObject = pod()) =>
      tell(testRequest("pods", object, { operation: "UPDATE", oldObject, subresource }));
    await update(pod(privileged, { labels: { a: "b" }, finalizers: [] }));
    const other = { containers: [{ ...privileged.containers[0], image: "j" }] };
    await update(pod(other), "status");
    await failure(() => update(pod(other)));
    await failure(() => update(pod({ ...privileged, initContainers: [{ name: "i" }] })));
    const debug = { ...privileged, ephemeralContainers: [{ name: "e", image: "i" }] };
    await failure(() => update(pod(debug), "ephemeralcontainers"));
    await update(pod(debug), "ephemeralcontainers", pod(debug));
    const annotations = { "seccomp.security.alpha.kubernetes.io/pod": "x" };
    await update(pod(privileged, { annotations }));
    await failure(() =>
      update(pod(privileged, { annotations: { "container.seccomp.security.alpha.kubernetes.io/c": "x" } })),
    );
  });

  it("applies the restricted level for invalid labels and reports it", async () => {
    ask({ enforce: "strict" });
    expect((await failure(() => tell(testRequest("pods", pod())))).message).toMatch(
      /violates PodSecurity "restricted:latest"/,
    );
    ask({ warn: "strict" });
    expect((await tell(testRequest("pods", pod()))).annotations["error"]).toBe(
      'Failed to parse policy: metadata.labels[pod-security.kubernetes.io/warn]: Invalid value: "strict": must be one of privileged, baseline, restricted',
    );
  });

  it("fails for a missing namespace", async () => {
    const annotations: Record<string, string> = {};
    const annotate = (key: string, value: string): void => {
      annotations[key] = value;
    };
    const request = testRequest("pods", pod(), { namespace: "gone", annotate });
    const message = 'Internal error occurred: failed to lookup namespace "gone"';
    expect(await failure(() => run(plugin, request))).toMatchObject({ code: 500, message });
    expect(annotations).toEqual({
      "pod-security.kubernetes.io/error": `${message}: namespaces "gone" not found`,
    });
  });
});

describe("podSecurity of workload controllers", () => {
  const template = { spec: privileged };
  const make = (resource: string, group: string, spec: object, top: object = {}) =>
    tell(testRequest(resource, { metadata: { name: "m" }, spec, ...top } as ApiObject, { group }));

  it("warns but never rejects", async () => {
    ask({ enforce: "baseline" });
    const warnings = [`would violate PodSecurity "baseline:latest": ${FOUND}`];
    for (const [resource, group] of [
      ["replicationcontrollers", ""],
      ["replicasets", "apps"],
      ["deployments", "apps"],
      ["statefulsets", "apps"],
      ["daemonsets", "apps"],
      ["jobs", "batch"],
    ] as const) {
      expect(await make(resource, group, { template })).toEqual({ warnings, annotations: {} });
    }
    expect(await make("cronjobs", "batch", { jobTemplate: { spec: { template } } })).toMatchObject({ warnings });
    expect(await make("podtemplates", "", {}, { template })).toMatchObject({ warnings });
    expect(await make("deployments", "example.com", { template })).toMatchObject({ warnings: [] });
    expect(await make("replicationcontrollers", "", {})).toMatchObject({ warnings: [] });
    ask({ enforce: "baseline", warn: "privileged" });
    expect(await make("deployments", "apps", { template })).toMatchObject({ warnings: [] });
  });
});

describe("podSecurity of namespaces", () => {
  const update = (labels: Record<string, string>, before: Record<string, string> = {}, subresource = "") =>
    tell(
      testRequest("namespaces", labelled(labels), {
        operation: "UPDATE",
        oldObject: labelled(before),
        subresource,
      }),
    );

  it("rejects invalid labels unless they existed before", async () => {
    const refused = {
      code: 422,
      reason: "Invalid",
      message:
        'Namespace "n" is invalid: metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "x": must be one of privileged, baseline, restricted',
    };
    expect(await failure(() => tell(testRequest("namespaces", labelled({ enforce: "x" }))))).toMatchObject(refused);
    expect(await failure(() => update({ enforce: "x" }))).toMatchObject(refused);
    await update({ enforce: "x" }, { enforce: "x" });
    await update({ enforce: "x" }, {}, "status");
  });

  it("warns about existing pods that violate the new level", async () => {
    const put = (name: string, spec: object): void => reader.put({ group: "", resource: "pods" }, pod(spec, { name }));
    put("b", privileged);
    put("a", privileged);
    put("c", { ...privileged, hostNetwork: true });
    put("d", { containers: [{ name: "c" }] });
    const warnings = [
      'existing pods in namespace "n" violate the new PodSecurity enforce level "baseline:latest"',
      "a (and 1 other pod): privileged",
      "c: host namespaces, privileged",
    ];
    expect(await update({ enforce: "baseline" })).toMatchObject({ warnings });
    expect(await update({ enforce: "baseline" }, { enforce: "baseline", "enforce-version": "v1.2" })).toMatchObject({
      warnings,
    });
    for (const [labels, before] of [
      [{ enforce: "baseline" }, { enforce: "baseline" }],
      [{ enforce: "baseline" }, { enforce: "restricted" }],
      [{ enforce: "privileged" }, { enforce: "restricted" }],
      [{ warn: "baseline" }, {}],
    ] as const) {
      expect(await update(labels, before)).toMatchObject({ warnings: [] });
    }
  });

  it("checks a limited number of pods, one per controller first", () => {
    const made = (name: string, uid: string) => pod(privileged, { name, ownerReferences: [{ uid, controller: true }] });
    const pods = [...Array.from({ length: 3000 }, (_, i) => made(`x${i}`, "x")), made("y", "y")];
    const level = { level: "baseline", version: "latest" } as const;
    const seen: string[] = [];
    const find = function* (_: unknown, { spec }: { spec: object }): Steps<Finding[]> {
      seen.push("");
      yield;
      return spec === privileged ? [{ reason: "r", detail: "" }] : [];
    };
    const warnings = atOnce(existingPodWarnings(pods, "n", level, find, () => 0));
    expect(warnings[0]).toBe("new PodSecurity enforce level only checked against the first 3000 of 3001 existing pods");
    expect(warnings[2]).toBe("x0 (and 2999 other pods): r");
    let clock = 0;
    const slow = atOnce(existingPodWarnings(pods, "n", level, find, () => (clock += 400)));
    expect(slow[0]).toBe("new PodSecurity enforce level only checked against the first 3 of 3001 existing pods");
  });
});
