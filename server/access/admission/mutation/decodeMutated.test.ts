import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { immediately } from "../../../../shared/steps.ts";
import { loadSchema } from "../../../model/schema/schema.ts";
import { mutatedDecoder, replaceContents } from "./decodeMutated.ts";

const decode = immediately(mutatedDecoder(loadSchema(), { resourcesOf: () => [] }));
const POD = { group: "", version: "v1", kind: "Pod" };
const pod = (spec: object) => ({ apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec });

describe("mutatedDecoder", () => {
  it("drops unknown fields and applies defaults", () => {
    const decoded = decode(pod({ unknown: 1, containers: [{ name: "c", image: "c" }] }), POD);
    expect(decoded["spec"]).toMatchObject({ restartPolicy: "Always", containers: [{ imagePullPolicy: "Always" }] });
    expect(decoded["spec"]).not.toHaveProperty("unknown");
  });

  it("decodes the bodies of actions and connect requests", () => {
    const exec = { kind: "PodExecOptions", apiVersion: "v1", command: ["ls"] };
    expect(decode(exec, { ...POD, kind: "PodExecOptions" })).toEqual(exec);
    const token = { kind: "TokenRequest", apiVersion: "authentication.k8s.io/v1", metadata: {}, spec: {} };
    const kind = { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest" };
    expect(decode(token, kind)["spec"]).toMatchObject({ expirationSeconds: 3600 });
  });

  it.each([
    [{ ...pod({}), kind: "Node" }, "unable to decode v1, Kind=Node as Pod"],
    [pod({ containers: "none" }), "Internal error occurred: json: cannot unmarshal string into"],
  ])("rejects %j", (value, message) => {
    expect(() => decode(value, POD)).toThrow(message);
  });
});

describe("replaceContents", () => {
  it("replaces the object and its metadata in place", () => {
    const target: ApiObject = { kind: "A", metadata: { name: "a", labels: {} }, data: 1 };
    const { metadata } = target;
    replaceContents(target, { kind: "B", metadata: { name: "b" }, other: 2 });
    expect(target).toEqual({ kind: "B", metadata: { name: "b" }, other: 2 });
    expect(target.metadata).toBe(metadata);
  });
});
