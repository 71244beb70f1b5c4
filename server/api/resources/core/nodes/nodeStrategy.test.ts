import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../../shared/object.ts";
import { testContext, texts } from "../../testing/objects.ts";
import { strategyErrors } from "../../testing/strategyErrors.ts";
import { nodeStatusStrategy, nodeStrategy } from "./nodeStrategy.ts";

const context = testContext();
const node = (spec: object = {}, status: object = {}): ApiObject => ({ metadata: { name: "n" }, spec, status });
const KEPT = 'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid';

describe("Node", () => {
  it("has at most one pod CIDR per IP family", () =>
    expect(texts(strategyErrors(nodeStrategy, context, node({ podCIDRs: ["10.0.0.0/24", "10.0.1.0/24"] })))).toEqual([
      'spec.podCIDRs: Invalid value: []string{"10.0.0.0/24", "10.0.1.0/24"}: may specify no more than one CIDR for each IP family',
    ]));
  it("rejects duplicate pod CIDRs", () =>
    expect(
      texts(strategyErrors(nodeStrategy, context, node({ podCIDRs: ["10.0.0.0/24", "fd00::/64", "10.0.0.0/24"] }))),
    ).toEqual([
      'spec.podCIDRs: Invalid value: []string{"10.0.0.0/24", "fd00::/64", "10.0.0.0/24"}: may specify no more than one CIDR for each IP family',
      'spec.podCIDRs[2]: Duplicate value: "10.0.0.0/24"',
    ]));
  it("requires valid JSON in annotations of former alpha fields", () => {
    const errors = (annotations: Record<string, string>): string[] =>
      texts(strategyErrors(nodeStrategy, context, { metadata: { name: "n", annotations }, spec: {} }));
    const taints = "scheduler.alpha.kubernetes.io/taints";
    const avoided = "scheduler.alpha.kubernetes.io/preferAvoidPods";
    expect(errors({ [taints]: "[]", [avoided]: "{}" })).toEqual([]);
    expect(errors({ [taints]: "{}", [avoided]: "x" })).toEqual([
      `metadata.annotations: Invalid value: "${taints}": json: cannot unmarshal object into Go value of type []v1.Taint`,
      `metadata.annotations.AvoidPods: Invalid value: "${avoided}": invalid character 'x' looking for beginning of value`,
    ]);
    expect(errors({ [taints]: '[{"key":"a"}]', [avoided]: '{"preferAvoidPods":[{"podSignature":{}}]}' })).toEqual([
      `metadata.annotations.${taints}[0].effect: Required value`,
      `metadata.annotations.${avoided}[0].PodSignature: Required value`,
    ]);
  });
  it("rejects changes of pod CIDRs and provider ID", () => {
    const changes = (now: ApiObject, old: ApiObject): string[] =>
      texts(strategyErrors(nodeStrategy, context, now, old));
    const old = node({ podCIDRs: ["10.0.0.0/24", "fd00::/64"], providerID: "a" });
    expect(changes(node({ podCIDRs: ["10.1.0.0/24", "fd01::/64"], providerID: "a" }), old)).toEqual([KEPT, KEPT]);
    expect(changes(node({ providerID: "b" }), old)).toEqual([
      KEPT,
      'spec.providerID: Forbidden: node updates may not change providerID except from "" to valid',
    ]);
    expect(changes(node({ externalID: "x" }), node())).toEqual(["spec.externalID: Forbidden: may not be updated"]);
  });
  it("drops fields of disabled features", () => {
    const sent = { features: { supplementalGroupsPolicy: true }, runtimeHandlers: [{ name: "a" }], config: {} };
    const object = node({ configSource: {} }, { ...sent, phase: "Running" });
    nodeStrategy.prepareForCreate?.(context, object);
    expect(object).toEqual(node({}, { runtimeHandlers: [{ name: "a" }], phase: "Running" }));
    const reported = node({}, { ...sent });
    nodeStatusStrategy.prepareForUpdate?.(context, reported, node());
    expect(reported["status"]).toEqual({ features: sent.features, runtimeHandlers: sent.runtimeHandlers });
  });
  it("keeps reports of a disabled feature that are stored", () => {
    const old = node({}, { features: { supplementalGroupsPolicy: true } });
    const next = node();
    nodeStrategy.prepareForUpdate?.(context, next, old);
    expect(next["status"]).toEqual({ features: { supplementalGroupsPolicy: true } });
  });
  it("drops unused reports without changing the stored node", () => {
    const status = { runtimeHandlers: [{ name: "a" }], phase: "Running" };
    const old = node({}, { ...status });
    const next = node();
    nodeStrategy.prepareForUpdate?.({ ...context, features: { enabled: () => false } }, next, old);
    expect(next["status"]).toEqual({ phase: "Running" });
    expect(old["status"]).toEqual(status);
  });
  it("rejects duplicate addresses and invalid capacities", () => {
    const address = { type: "InternalIP", address: "1.2.3.4" };
    const odd = node({}, { addresses: [address, address], capacity: { cpu: "-1" } });
    const amount = 'status.capacity.cpu: Invalid value: "-1": must be greater than or equal to 0';
    expect(texts(strategyErrors(nodeStrategy, context, odd, node()))).toEqual([
      amount,
      amount,
      'status.addresses[1]: Duplicate value: core.NodeAddress{Type:"InternalIP", Address:"1.2.3.4"}',
    ]);
  });
  it("warns about unused fields", () =>
    expect(nodeStrategy.warningsOnCreate?.(context, node({ externalID: "x" }))).toEqual([
      "spec.externalID: this field is deprecated, and is unused by Kubernetes",
    ]));
});
