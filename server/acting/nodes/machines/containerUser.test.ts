import type { Capabilities, Container, PodSecurityContext } from "kubernetes-types/core/v1";
import { expect, it } from "vitest";
import { capabilityMask, USUAL_CAPABILITIES } from "../shell/processes/capabilities.ts";
import { containerUser, refusedUser } from "./containerUser.ts";

const userOf = (container: Omit<Container, "name">, securityContext: PodSecurityContext = {}) =>
  containerUser({ name: "c", ...container }, { metadata: {}, spec: { containers: [], securityContext }, status: {} });

const maskOf = (capabilities: Capabilities, privileged = false): string =>
  capabilityMask(userOf({ securityContext: { capabilities, privileged } }).capabilities ?? USUAL_CAPABILITIES);

it.each<[Capabilities, string]>([
  [{}, "00000000a80425fb"],
  [{ drop: ["SYS_TIME"] }, "00000000a80425fb"],
  [{ drop: ["NET_RAW"] }, "00000000a80405fb"],
  [{ drop: ["ALL"] }, "0000000000000000"],
  [{ drop: ["ALL"], add: ["CHOWN", "NET_BIND_SERVICE"] }, "0000000000000401"],
  [{ drop: ["CAP_CHOWN"] }, "00000000a80425fa"],
  [{ add: ["SYS_TIME"] }, "00000000aa0425fb"],
  [{ add: ["ALL"] }, "000001ffffffffff"],
  [{ add: ["ALL"], drop: ["CHOWN"] }, "000001fffffffffe"],
])("capabilities %j give mask %s", (capabilities, mask) => {
  expect(maskOf(capabilities)).toBe(mask);
});

it("a privileged container has all capabilities", () => {
  expect(maskOf({ drop: ["ALL"] }, true)).toBe("000001ffffffffff");
});

it("maps allowPrivilegeEscalation to no_new_privs and a seccomp profile to filtering", () => {
  expect(userOf({ securityContext: { allowPrivilegeEscalation: false } }).gainsNothing).toBe(true);
  expect(userOf({}, { seccompProfile: { type: "RuntimeDefault" } }).isFiltered).toBe(true);
  const unconfined = { seccompProfile: { type: "Unconfined" } };
  expect(
    userOf({ securityContext: unconfined }, { seccompProfile: { type: "RuntimeDefault" } }).isFiltered,
  ).toBeUndefined();
  expect(
    userOf({ securityContext: { privileged: true } }, { seccompProfile: { type: "RuntimeDefault" } }).isFiltered,
  ).toBeUndefined();
});

it("users and groups come from the pod, the container and the image", () => {
  const agnhost = "registry.k8s.io/e2e-test-images/agnhost:2.53";
  const groups = (policy?: string) =>
    userOf({ image: agnhost }, {
      runAsUser: 1000,
      supplementalGroups: [60_000],
      ...(policy === undefined ? {} : { supplementalGroupsPolicy: policy }),
    } as PodSecurityContext).groups;
  expect(groups()).toEqual([1000, 50_000, 60_000]);
  expect(groups("Strict")).toEqual([1000, 60_000]);
  expect(
    userOf({ image: "registry.k8s.io/e2e-test-images/nonroot:1.4", securityContext: { runAsNonRoot: true } }).user,
  ).toBe(1234);
  expect(userOf({ image: "elasticsearch:8" }).user).toBe(1000);
  expect(userOf({}, { runAsUser: 5, runAsGroup: 6, fsGroup: 7, supplementalGroups: [8] })).toMatchObject({
    user: 5,
    group: 6,
    groups: [6, 8, 7],
  });
});

it.each([
  ["nginx:1.27", {}, "container has runAsNonRoot and image will run as root"],
  [
    "memcached",
    {},
    "container has runAsNonRoot and image has non-numeric user (memcache), cannot verify user is non-root",
  ],
  ["registry.k8s.io/e2e-test-images/busybox:1.36.1-1", {}, "container has runAsNonRoot and image will run as root"],
  ["registry.k8s.io/e2e-test-images/nonroot:1.4", {}, undefined],
  ["nginx", { runAsUser: 101 }, undefined],
  ["example.com/own:1", {}, undefined],
  ["nginxinc/nginx-unprivileged", {}, undefined],
  ["nginx", { runAsUser: 0 }, "container's runAsUser breaks non-root policy"],
])("runAsNonRoot with image %s and %j: %s", (image, securityContext, message) => {
  const pod = {
    metadata: { name: "p", namespace: "n", uid: "u" },
    spec: { containers: [], securityContext: { runAsNonRoot: true } },
  };
  const refused = refusedUser({ name: "c", image, securityContext }, pod as never);
  expect(refused).toBe(message && `${message} (pod: "p_n(u)", container: c)`);
});
