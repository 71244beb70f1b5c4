import { describe, expect, it } from "vitest";
import type { ApiObject, ManagedFieldsEntry } from "../../../../shared/object.ts";
import { testRequest } from "../../../access/admission/testing/request.ts";
import { admissionChain } from "./chain.ts";
import type { AdmissionPlugin } from "./plugin.ts";

const MANAGERS: ManagedFieldsEntry[] = [
  { manager: "me", operation: "Update", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: { "f:data": {} } },
];
const object = (): ApiObject => ({ metadata: { name: "x", managedFields: MANAGERS } });

function plugin(name: string, parts: Partial<AdmissionPlugin>): AdmissionPlugin {
  return { name, handles: () => true, ...parts };
}

describe("admissionChain", () => {
  it("reinvokes all plugins at most once when a plugin requests it", async () => {
    const runs: string[] = [];
    const chain = admissionChain([
      plugin("a", { admit: (_request, { again }) => void runs.push(`a ${again}`) }),
      plugin("b", {
        admit: (_request, pass) => {
          runs.push(`b ${pass.memory.get("b") ?? "new"}`);
          pass.memory.set("b", "known");
          pass.runAgain();
        },
      }),
    ]);
    await chain.admit(testRequest("configmaps", object()));
    expect(runs).toEqual(["a false", "b new", "a true", "b known"]);
  });

  it("reverts undecodable managed fields and keeps other changes", async () => {
    const changed = async (managedFields: unknown) => {
      const warnings: string[] = [];
      const subject = object();
      const admit = (): void => {
        subject.metadata.managedFields = managedFields as ManagedFieldsEntry[];
      };
      const chain = admissionChain([plugin("p", { admit })]);
      await chain.admit(testRequest("configmaps", subject, { warn: (text) => void warnings.push(text) }));
      return { managers: subject.metadata.managedFields, warnings };
    };
    expect(await changed(undefined)).toEqual({ managers: undefined, warnings: [] });
    const spoiled = await changed([{ ...MANAGERS[0], operation: "Guess" }]);
    expect(spoiled.managers).toBe(MANAGERS);
    expect(spoiled.warnings).toEqual([
      ".metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: operation must be `Apply` or `Update`",
    ]);
  });

  it("reports to a trace which plugin changed which fields, at any depth", async () => {
    const told: [string, readonly string[]][] = [];
    const subject = { ...object(), spec: { containers: [{ name: "c" }], kept: 1 }, data: { a: "1" } } as ApiObject;
    const spec = (): { containers: Record<string, string>[]; kept?: number } => subject["spec"] as never;
    const chain = admissionChain([
      plugin("idle", { admit: () => undefined }),
      plugin("deep", { admit: () => void Object.assign(spec().containers[0] ?? {}, { image: "x" }) }),
      plugin("labels", {
        admit: () => {
          subject.metadata.labels = { a: "b" };
          delete spec().kept;
        },
      }),
      plugin("other", { handles: () => false, admit: () => void Object.assign(subject, { status: {} }) }),
    ]);
    const trace = {
      admitted: (name: string, fields: readonly string[]) => void told.push([name, fields]),
      stored() {},
    };
    await chain.admit(testRequest("pods", subject, { trace }));
    expect(told).toEqual([
      ["deep", ["spec.containers"]],
      ["labels", ["metadata.labels", "spec.kept"]],
    ]);

    told.length = 0;
    const large = { metadata: { name: "x" }, spec: { list: Array.from({ length: 5_000 }, (_, i) => i) } } as ApiObject;
    const grow = plugin("grow", { admit: ({ object: it }) => void Object.assign(it ?? {}, { extra: 1 }) });
    await admissionChain([grow]).admit(testRequest("pods", large, { trace }));
    expect(told).toEqual([]);
  });

  it("admits objects without metadata", async () => {
    const options = { kind: "PodExecOptions" } as unknown as ApiObject;
    const request = testRequest("pods", undefined, { object: options, operation: "CONNECT" });
    await expect(admissionChain([]).admit(request)).resolves.toBeUndefined();
  });
});
