import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deepEqual } from "../../../shared/collections/deepEqual.ts";
import { atOnce } from "../../../shared/steps.ts";
import { sameParts } from "./semanticEquality.ts";

const equal = (definition: string, a: unknown, b: unknown): boolean => atOnce(sameParts(definition, a, b));

const template = (memory: string, rest: object = {}): object => ({
  metadata: { labels: { app: "web" } },
  spec: { containers: [{ name: "main", resources: { requests: { memory, cpu: "1" } } }], ...rest },
});

describe("semantic equality", () => {
  it("compares quantities by amount, at any depth", () => {
    const same = (a: string, b: string) => equal("api.core.v1.PodTemplateSpec", template(a), template(b));
    expect(same("1Gi", "1073741824")).toBe(true);
    expect(same("1k", "1e3")).toBe(true);
    expect(same("1Gi", "1G")).toBe(false);
    expect(equal("api.core.v1.ResourceQuotaStatus", { hard: { pods: "1k" } }, { hard: { pods: "1e3" } })).toBe(true);
    const claims = (storage: string) => ({
      spec: { volumeClaimTemplates: [{ spec: { resources: { requests: { storage } } } }] },
    });
    expect(equal("api.apps.v1.StatefulSet", claims("1Gi"), claims("1073741824"))).toBe(true);
  });

  it("does not take texts for quantities where the type has none", () => {
    const labelled = (value: string) => ({ metadata: { annotations: { size: value } }, spec: { containers: [] } });
    expect(equal("api.core.v1.PodTemplateSpec", labelled("1Gi"), labelled("1073741824"))).toBe(false);
    const limited = (limit: string) => template("1Gi", { containers: [{ name: limit }] });
    expect(equal("api.core.v1.PodTemplateSpec", limited("1k"), limited("1e3"))).toBe(false);
    const port = (targetPort: unknown) => ({ ports: [{ targetPort }] });
    expect(equal("api.core.v1.ServiceSpec", port(1), port("1"))).toBe(false);
  });

  it("takes empty and null lists and maps for absent ones", () => {
    const spec = (members: object) => template("1Gi", members);
    const same = (a: object, b: object) => equal("api.core.v1.PodTemplateSpec", spec(a), spec(b));
    expect(same({ volumes: [], nodeSelector: {} }, {})).toBe(true);
    expect(same({}, { volumes: null, tolerations: [] })).toBe(true);
    expect(same({}, { volumes: [{ name: "a", emptyDir: {} }] })).toBe(false);
    expect(same({ volumes: [{ name: "a", emptyDir: {} }] }, { volumes: [] })).toBe(false);
    expect(same({ securityContext: {} }, {})).toBe(false);
  });

  it("distinguishes maps of quantities with other names", () => {
    const same = (a: object, b: object) => equal("api.core.v1.ResourceRequirements", { limits: a }, { limits: b });
    expect(same({ cpu: "1" }, { memory: "1" })).toBe(false);
    expect(same({ cpu: "1" }, { cpu: "1", memory: "1" })).toBe(false);
    expect(same({ cpu: "1", memory: "1" }, { cpu: "1" })).toBe(false);
    expect(same({}, { cpu: "1" })).toBe(false);
  });

  it("agrees with equality of texts where no text can vary", () => {
    const member = fc.constantFrom("name", "image", "tty", "stdin");
    const container = fc.dictionary(member, fc.constantFrom("a", "b", true, false));
    const spec = fc.record({ containers: fc.array(container, { minLength: 1, maxLength: 2 }) });
    fc.assert(
      fc.property(spec, spec, (a, b) => {
        expect(equal("api.core.v1.PodSpec", a, b)).toBe(deepEqual(a, b));
      }),
    );
  });
});
