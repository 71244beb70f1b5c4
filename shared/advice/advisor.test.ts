import { describe, expect, it } from "vitest";
import { atOnce } from "../steps.ts";
import { createVocabulary } from "../vocabulary.ts";
import { type Advisor, createAdvisor } from "./advisor.ts";
import { samples } from "./testing/samples.ts";

const vocabulary = createVocabulary();
const advisor = createAdvisor(vocabulary, "1.32");
const advise = (document: unknown, by: Advisor = advisor) => atOnce(by.advise(document));
const findingsOf = (document: unknown, by: Advisor = advisor) => advise(document, by).findings;

/** Converts one object; returns the result and its notes, failures marked with an exclamation mark. */
function converted(before: object): { readonly object: Record<string, unknown>; readonly notes: readonly string[] } {
  const { document, notes } = advise(before);
  return {
    object: document as Record<string, unknown>,
    notes: notes.map(({ en, failed }) => (failed ? `! ${en}` : en)),
  };
}

describe("Manifest conversions", () => {
  it.each(samples.map((sample) => [`${sample.before["apiVersion"]} ${sample.before["kind"]}`, sample] as const))(
    "of %s preserve the meaning",
    (_, { before, after }) => {
      const text = JSON.stringify(before);
      const { object, notes } = converted(before);
      expect(object).toMatchObject(after);
      expect(object["spec"]).toEqual(after["spec"] ?? before["spec"]);
      expect(notes.filter((note) => note.startsWith("!"))).toEqual([]);
      expect(findingsOf(object)).toEqual([]);
      // The input is left unchanged, and converting the result again changes nothing.
      expect(JSON.stringify(before)).toBe(text);
      expect(advise(object).document).toBe(object);
    },
  );

  it("report what needs manual review", () => {
    const webhook = samples.find(({ before }) => before["kind"] === "ValidatingWebhookConfiguration");
    expect(converted(webhook?.before ?? {}).notes).toEqual([
      "Webhook `check.example.com`: `sideEffects` was Unknown, which is no longer taken, and is NoneOnDryRun now. Make sure that it respects `dryRun`.",
      "A second webhook was called `check.example.com`; it is called `check-2.example.com` now.",
    ]);
  });

  it("drop an empty selector that used to select no pods", () => {
    const budget = {
      apiVersion: "policy/v1beta1",
      kind: "PodDisruptionBudget",
      spec: { selector: {}, minAvailable: 1 },
    };
    const { object, notes } = converted(budget);
    expect(object["spec"]).toEqual({ minAvailable: 1 });
    expect(notes).toHaveLength(1);
  });

  it("keep an intended share of 0 and make the implicit default explicit", () => {
    const level = (version: string, limited: object, annotations?: object) =>
      converted({
        apiVersion: `flowcontrol.apiserver.k8s.io/${version}`,
        kind: "PriorityLevelConfiguration",
        metadata: { name: "l", ...(annotations === undefined ? {} : { annotations }) },
        spec: { type: "Limited", limited },
      }).object;
    const key = "flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares";
    const kept = level("v1beta3", { nominalConcurrencyShares: 0 }, { [key]: "", a: "b" });
    expect(kept["spec"]).toEqual({ type: "Limited", limited: { nominalConcurrencyShares: 0 } });
    expect(kept["metadata"]).toEqual({ name: "l", annotations: { a: "b" } });
    for (const [version, limited] of [
      ["v1beta3", {}],
      ["v1beta3", { nominalConcurrencyShares: 0 }],
      ["v1beta2", { assuredConcurrencyShares: 0 }],
      ["v1beta1", {}],
    ] as const) {
      expect(level(version, limited)["spec"]).toEqual({ type: "Limited", limited: { nominalConcurrencyShares: 30 } });
    }
  });

  it("move the time zone of a schedule to timeZone", () => {
    const { object } = converted({
      apiVersion: "batch/v1beta1",
      kind: "CronJob",
      spec: { schedule: "CRON_TZ=Europe/Berlin 0 * * * *" },
    });
    expect(object["spec"]).toEqual({ schedule: "0 * * * *", timeZone: "Europe/Berlin" });
  });

  it.each([
    [{ apiVersion: "policy/v1beta1", kind: "PodSecurityPolicy", spec: {} }, "Nothing takes its place."],
    [{ apiVersion: "extensions/v1beta1", kind: "Deployment", spec: { template: {} } }, "`spec.selector` is missing"],
    [{ apiVersion: "certificates.k8s.io/v1beta1", kind: "CertificateSigningRequest", spec: {} }, "`spec.signerName`"],
    [
      {
        apiVersion: "apiextensions.k8s.io/v1beta1",
        kind: "CustomResourceDefinition",
        spec: {
          version: "v1",
          validation: { openAPIV3Schema: { properties: { spec: { type: "object", oneOf: [{ nullable: true }] } } } },
        },
      },
      "Schema of v1: `nullable` at `.spec`",
    ],
  ])("report an impossible conversion: %j", (before, words) => {
    expect(converted(before).notes.find((note) => note.startsWith(`! ${words}`))).toBeDefined();
  });

  it("accept objects of any shape", () => {
    const shapes: unknown[] = [null, 7, "x", [], {}, [{}], { __proto__: null, metadata: [] }];
    for (const { before } of samples) {
      for (const shape of shapes) {
        for (const name of ["spec", "webhooks", "endpoints", "metadata"]) {
          expect(() => advise({ ...before, [name]: shape })).not.toThrow();
        }
      }
    }
  });

  it("are not attempted for objects too large for a server", () => {
    const versions = Array.from({ length: 1000 }, (_, i) => ({ name: `v${i}` }));
    const properties = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`p${i}`, { type: "string" }]));
    const large = converted({
      apiVersion: "apiextensions.k8s.io/v1beta1",
      kind: "CustomResourceDefinition",
      spec: { versions, validation: { openAPIV3Schema: { properties } } },
    });
    expect(large.notes).toContainEqual(expect.stringContaining("too large to stand in each"));
    const larger = { apiVersion: "extensions/v1beta1", kind: "Ingress", spec: { rules: Array(60_000).fill({}) } };
    expect(converted(larger).object).toBe(larger);
    expect(converted(larger).notes).toEqual(["! It is too large to be converted."]);
  });

  it("generate unique names for many identical webhooks in linear time", () => {
    const count = 10_000;
    const named = Array.from({ length: count }, (_, i) => ({ name: `a-${count + i}.example.com` }));
    const equal = Array.from({ length: count }, () => ({ name: "a.example.com" }));
    const began = performance.now();
    const { object } = converted({
      apiVersion: "admissionregistration.k8s.io/v1beta1",
      kind: "MutatingWebhookConfiguration",
      webhooks: [...named, ...equal],
    });
    expect(new Set((object["webhooks"] as { name: string }[]).map(({ name }) => name)).size).toBe(2 * count);
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

describe("Findings", () => {
  const ingress = { apiVersion: "extensions/v1beta1", kind: "Ingress", metadata: { namespace: "n", name: "i" } };

  it("report the deprecating release, the replacement, and the differences", () => {
    expect(findingsOf(ingress)).toEqual([
      {
        state: "removed",
        apiVersion: "extensions/v1beta1",
        kind: "Ingress",
        namespace: "n",
        name: "i",
        deprecated: "1.14",
        removed: "1.22",
        use: { apiVersion: "networking.k8s.io/v1", kind: "Ingress", since: "1.19" },
      },
    ]);
    expect(advisor.changes(findingsOf(ingress))).toEqual({
      "extensions/v1beta1 Ingress": expect.arrayContaining([
        expect.objectContaining({ en: expect.stringContaining("pathType") }),
      ]),
    });
  });

  it("depend on the target release", () => {
    const states = (target: string) => findingsOf(ingress, createAdvisor(vocabulary, target)).map(({ state }) => state);
    expect(states("1.13")).toEqual([]);
    expect(states("1.21")).toEqual(["deprecated"]);
    expect(states("1.22")).toEqual(["removed"]);
    // The successor version does not exist yet in this release.
    const { document, notes } = advise(ingress, createAdvisor(vocabulary, "1.18"));
    expect(document).toEqual(ingress);
    expect(notes).toEqual([expect.objectContaining({ failed: true })]);
  });

  it("recommend only versions that the release has", () => {
    const level = (version: string) => ({
      apiVersion: `flowcontrol.apiserver.k8s.io/${version}`,
      kind: "PriorityLevelConfiguration",
      spec: { limited: { assuredConcurrencyShares: 7 } },
    });
    const became = (version: string, target: string) => {
      const { findings, document } = advise(level(version), createAdvisor(vocabulary, target));
      const { apiVersion, spec } = document as ReturnType<typeof level>;
      expect(findings[0]?.use?.apiVersion).toBe(apiVersion);
      return [apiVersion.split("/")[1], Object.keys(spec.limited)[0]];
    };
    expect(became("v1beta1", "1.25")).toEqual(["v1beta2", "assuredConcurrencyShares"]);
    expect(became("v1beta1", "1.26")).toEqual(["v1beta3", "nominalConcurrencyShares"]);
    expect(became("v1beta2", "1.28")).toEqual(["v1beta3", "nominalConcurrencyShares"]);
    expect(became("v1beta2", "1.29")).toEqual(["v1", "nominalConcurrencyShares"]);
  });

  it("include items of lists", () => {
    const list = { apiVersion: "v1", kind: "List", items: [ingress, { apiVersion: "v1", kind: "Pod" }, null, 3] };
    expect(findingsOf(list)).toHaveLength(1);
    expect(advise(list).document).toMatchObject({
      items: [{ apiVersion: "networking.k8s.io/v1" }, {}, null, 3],
    });
    const typed = {
      apiVersion: "extensions/v1beta1",
      kind: "IngressList",
      items: [{ spec: { backend: { serviceName: "s", servicePort: 1 } } }],
    };
    expect(findingsOf(typed)).toHaveLength(1);
    expect(advise(typed).document).toMatchObject({
      apiVersion: "networking.k8s.io/v1",
      items: [{ spec: { defaultBackend: { service: { name: "s", port: { number: 1 } } } } }],
    });
  });

  it("report references to a deprecated version", () => {
    const autoscaler = {
      apiVersion: "autoscaling/v2",
      kind: "HorizontalPodAutoscaler",
      spec: { scaleTargetRef: { apiVersion: "extensions/v1beta1", kind: "Deployment", name: "d" } },
    };
    expect(findingsOf(autoscaler)).toMatchObject([{ at: "spec.scaleTargetRef", apiVersion: "extensions/v1beta1" }]);
  });

  it("use the server's vocabulary", () => {
    const words = createAdvisor(createVocabulary("orch"), "1.32");
    expect(findingsOf({ apiVersion: "networking.k8s.io/v1beta1", kind: "Ingress" }, words)).toEqual([]);
    expect(findingsOf({ apiVersion: "networking.orch.io/v1beta1", kind: "Ingress" }, words)).toMatchObject([
      { use: { apiVersion: "networking.orch.io/v1" } },
    ]);
  });
});
