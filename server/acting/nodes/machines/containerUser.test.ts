import type { Capabilities } from "kubernetes-types/core/v1";
import { expect, it } from "vitest";
import { containerUser, refusedUser } from "./containerUser.ts";

const droppedBy = (capabilities: Capabilities, privileged = false) =>
  containerUser(
    { name: "c", securityContext: { capabilities, privileged } },
    { metadata: {}, spec: { containers: [] }, status: {} },
  ).dropped;

it.each<[Capabilities, readonly string[] | undefined]>([
  [{}, undefined],
  [{ drop: ["SYS_TIME"] }, undefined],
  [{ drop: ["NET_RAW"] }, ["NET_RAW"]],
  [{ drop: ["ALL"] }, ["CHOWN", "DAC_OVERRIDE", "FOWNER", "NET_BIND_SERVICE", "NET_RAW"]],
  [{ drop: ["ALL"], add: ["CHOWN", "NET_BIND_SERVICE"] }, ["DAC_OVERRIDE", "FOWNER", "NET_RAW"]],
  [{ drop: ["CAP_CHOWN"] }, ["CHOWN"]],
])("capabilities %j leave root without %j", (capabilities, dropped) => {
  expect(droppedBy(capabilities)).toEqual(dropped);
});

it("a privileged container keeps all", () => {
  expect(droppedBy({ drop: ["ALL"] }, true)).toBeUndefined();
});

it.each([
  ["nginx:1.27", {}, "container has runAsNonRoot and image will run as root"],
  [
    "memcached",
    {},
    "container has runAsNonRoot and image has non-numeric user (memcache), cannot verify user is non-root",
  ],
  ["nginx", { runAsUser: 101 }, undefined],
  ["example.com/own:1", {}, undefined],
  ["nginxinc/nginx-unprivileged", {}, undefined],
  ["nginx", { runAsUser: 0 }, "container's runAsUser breaks non-root policy"],
])("%s with %j as no root: %s", (image, securityContext, why) => {
  const pod = {
    metadata: { name: "p", namespace: "n", uid: "u" },
    spec: { containers: [], securityContext: { runAsNonRoot: true } },
  };
  const refused = refusedUser({ name: "c", image, securityContext }, pod as never);
  expect(refused).toBe(why && `${why} (pod: "p_n(u)", container: c)`);
});
