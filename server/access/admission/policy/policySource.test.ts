import { describe, expect, it } from "vitest";
import { type MemoryReader, memoryReader } from "../../authorization/testing/memoryReader.ts";
import { policySource } from "./policySource.ts";

const GROUP = "g";
const POLICIES = { group: GROUP, resource: "validatingadmissionpolicies" };
const BINDINGS = { group: GROUP, resource: "validatingadmissionpolicybindings" };
const policy = (reader: MemoryReader, name: string, expression = "true"): void =>
  reader.put(POLICIES, { metadata: { name }, spec: { validations: [{ expression }] } });
const bind = (reader: MemoryReader, name: string, policyName: string): void =>
  reader.put(BINDINGS, { metadata: { name }, spec: { policyName } });

describe("policySource", () => {
  it("returns the bound policies with their bindings", () => {
    const reader = memoryReader();
    const source = policySource(reader, GROUP);
    expect(source.policies()).toEqual([]);
    policy(reader, "a");
    policy(reader, "unbound");
    bind(reader, "x", "a");
    bind(reader, "y", "a");
    bind(reader, "z", "none");
    const shown = source.policies().map((each) => [each.policy.name, each.bindings.map(({ name }) => name)]);
    expect(shown).toEqual([["a", ["x", "y"]]]);
  });

  it("follows every change and recompiles only what changed", () => {
    const reader = memoryReader();
    const source = policySource(reader, GROUP);
    for (const name of ["a", "b"]) {
      policy(reader, name);
      bind(reader, `of-${name}`, name);
    }
    const before = source.policies();
    expect(source.policies()).toBe(before);
    policy(reader, "a", "false");
    const after = source.policies();
    expect(after[0]?.policy).not.toBe(before[0]?.policy);
    expect(after[0]?.policy.spec.validations?.[0]?.expression).toBe("false");
    expect(after[1]?.policy).toBe(before[1]?.policy);
    reader.remove(BINDINGS, "", "of-a");
    expect(source.policies().map((each) => each.policy.name)).toEqual(["b"]);
    source.stop();
    reader.remove(BINDINGS, "", "of-b");
    expect(source.policies()).toHaveLength(1);
  });
});
