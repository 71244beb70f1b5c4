import { describe, expect, it } from "vitest";
import { immediately } from "../../../shared/steps.ts";
import { decodeStrict } from "../schema/decode.ts";
import { loadSchema } from "../schema/schema.ts";
import * as converter from "./convertPatched.ts";

const convertPatched = immediately(converter.convertPatched);
const schema = loadSchema();
const convert = (definition: string, value: unknown): unknown => convertPatched(schema.definition(definition), value);
const deployment = (spec: unknown): unknown => convert("api.apps.v1.Deployment", { spec });
const container = (more: object): unknown =>
  convert("api.core.v1.Pod", { spec: { containers: [{ name: "a", ...more }] } });

describe("convertPatched", () => {
  it.each([
    [{ replicas: "two" }, "unrecognized type: int32"],
    [{ replicas: true }, "unrecognized type: int32"],
    [{ replicas: 1.5 }, "cannot convert float64 to int32"],
    [{ replicas: {} }, "unrecognized type: int32"],
    [{ paused: 1 }, "unrecognized type: bool"],
    [{ selector: "a" }, "cannot restore struct from: string"],
    [{ selector: [] }, "cannot restore struct from: slice"],
    [{ selector: { matchLabels: 2n ** 60n } }, "cannot restore map from int64"],
    [{ selector: { matchLabels: { a: 1 } } }, "cannot convert int64 to string"],
    [{ selector: { matchLabels: { a: 1.5 } } }, "unrecognized type: string"],
    [{ template: { spec: { containers: "x" } } }, "cannot restore slice from string"],
    [{ template: { spec: { containers: { a: 1 } } } }, "cannot restore slice from map"],
  ])("%o: %s", (spec, message) => {
    expect(() => deployment(spec)).toThrow(message);
  });

  it("names string types, and lets types with their own parser report the error", () => {
    expect(() => container({ imagePullPolicy: 1 })).toThrow("cannot convert int64 to v1.PullPolicy");
    expect(() => container({ imagePullPolicy: true })).toThrow("unrecognized type: string");
    expect(() => container({ resources: { limits: { cpu: "lots" } } })).toThrow(/^quantities must match/);
    expect(() => convert("api.core.v1.Secret", { data: { a: "*" } })).toThrow(
      "error decoding from json: illegal base64 data at input byte 0",
    );
    expect(() => convert("api.core.v1.Secret", { data: { a: 1 } })).toThrow("cannot restore slice from int64");
  });

  it("reports the first mismatch in order of the type's fields", () => {
    expect(() => deployment({ paused: 1, replicas: "x" })).toThrow("unrecognized type: int32");
  });

  it("truncates integers to the width of the field", () => {
    expect(deployment({ replicas: 2 ** 32 + 3 })).toEqual({ spec: { replicas: 3 } });
    expect(deployment({ replicas: 2n ** 60n + 5n })).toEqual({ spec: { replicas: 5 } });
    expect(deployment({ replicas: 2 ** 31 })).toEqual({ spec: { replicas: -(2 ** 31) } });
  });

  it("returns decodable values unchanged", () => {
    const pod = {
      metadata: { name: "a", creationTimestamp: "2020-01-01T00:00:00Z", labels: { a: "b" } },
      spec: {
        activeDeadlineSeconds: 2 ** 40,
        containers: [
          { name: "c", ports: [{ containerPort: 80 }], livenessProbe: { httpGet: { port: "web" } }, stdin: false },
        ],
        nodeName: null,
        unknown: [1],
      },
    };
    const before = structuredClone(pod);
    expect(convert("api.core.v1.Pod", pod)).toEqual(before);
    expect(decodeStrict(schema.definition("api.core.v1.Pod"), pod).unknown).toEqual(['unknown field "spec.unknown"']);
  });
});
