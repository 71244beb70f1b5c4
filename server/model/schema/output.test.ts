import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeStrict } from "./decode.ts";
import { normalizeForOutput, zeroValue } from "./output.ts";
import { loadSchema } from "./schema.ts";
import { randomValue, seeded } from "./testing/randomValue.ts";

const schema = loadSchema();
const pod = schema.definition("api.core.v1.Pod");

describe("normalizeForOutput", () => {
  it("orders keys, drops empty or unknown values, and adds structs", () => {
    const value = { status: { phase: "" }, spec: { containers: [], nodeSelector: {}, x: 1 }, metadata: { name: "a" } };
    expect(JSON.stringify(normalizeForOutput(pod, value))).toBe(
      '{"metadata":{"name":"a","creationTimestamp":null},"spec":{"containers":[]},"status":{}}',
    );
  });

  it("keeps pointer values and writes zero for required ones", () => {
    const port = schema.definition("api.core.v1.ServicePort");
    expect(normalizeForOutput(port, {})).toEqual({ port: 0, targetPort: 0 });
    const selector = schema.definition("api.core.v1.ResourceFieldSelector");
    expect(normalizeForOutput(selector, { resource: "cpu" })).toEqual({ resource: "cpu", divisor: "0" });
    const deployment = schema.definition("api.apps.v1.DeploymentSpec");
    expect(normalizeForOutput(deployment, { replicas: 0 })).toMatchObject({ replicas: 0, selector: null });
  });

  it("does not modify its argument, keeps null, and normalizes quantities", () => {
    const value = { limits: { cpu: "1000m" } };
    const node = schema.definition("api.core.v1.ResourceRequirements");
    expect(normalizeForOutput(node, value)).toEqual({ limits: { cpu: "1" } });
    expect(value.limits.cpu).toBe("1000m");
    expect(normalizeForOutput(node, null)).toBeNull();
  });

  it("agrees with decoding for every type", () => {
    const names = schema.names().filter((name) => schema.published(name) === undefined);
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(...names), (seed, name) => {
        const node = schema.definition(name);
        const decoded = decodeStrict(node, randomValue(node, seeded(seed))).value;
        expect(JSON.stringify(normalizeForOutput(node, decoded)), name).toBe(JSON.stringify(decoded));
      }),
      { numRuns: 500 },
    );
  });
});

describe("zeroValue", () => {
  it("is a new object for each call", () => {
    const spec = schema.definition("api.core.v1.PodSpec");
    expect(zeroValue(spec)).toEqual({ containers: null });
    expect(zeroValue(spec)).not.toBe(zeroValue(spec));
  });
});
