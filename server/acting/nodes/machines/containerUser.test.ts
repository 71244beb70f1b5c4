import type { Capabilities } from "kubernetes-types/core/v1";
import { expect, it } from "vitest";
import { containerUser } from "./containerUser.ts";

const droppedBy = (capabilities: Capabilities, privileged = false) =>
  containerUser(
    { name: "c", securityContext: { capabilities, privileged } },
    { metadata: {}, spec: { containers: [] }, status: {} },
  ).dropped;

it.each<[Capabilities, readonly string[] | undefined]>([
  [{}, undefined],
  [{ drop: ["NET_RAW"] }, undefined],
  [{ drop: ["ALL"] }, ["CHOWN", "DAC_OVERRIDE", "FOWNER"]],
  [{ drop: ["ALL"], add: ["CHOWN"] }, ["DAC_OVERRIDE", "FOWNER"]],
  [{ drop: ["CAP_CHOWN"] }, ["CHOWN"]],
])("capabilities %j leave root without %j", (capabilities, dropped) => {
  expect(droppedBy(capabilities)).toEqual(dropped);
});

it("a privileged container keeps all", () => {
  expect(droppedBy({ drop: ["ALL"] }, true)).toBeUndefined();
});
