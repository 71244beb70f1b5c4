import { describe, expect, it } from "vitest";
import { atOnce } from "../../../../../shared/steps.ts";
import { container, pod, testContext, texts } from "../../testing/objects.ts";
import { validatePodSpec } from "./podSpec.ts";

/** Errors of a pod with these security contexts of its container and of the pod. */
const of = (own: object, whole: object = {}, more: object = {}): string[] => {
  const { spec } = pod({ containers: [container({ securityContext: own })], securityContext: whole, ...more });
  return texts(atOnce(validatePodSpec(spec as Parameters<typeof validatePodSpec>[0], "spec", testContext())));
};
const OWN = "spec.containers[0].securityContext";

describe("Security context", () => {
  const cases: readonly [own: object, whole: object, errors: readonly string[]][] = [
    [{ runAsUser: 0 }, { runAsGroup: 1, fsGroup: 2 }, []],
    [{ runAsUser: -1 }, {}, [`${OWN}.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive`]],
    [
      {},
      { seccompProfile: { type: "Localhost" } },
      [
        "spec.securityContext.seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost",
      ],
    ],
    [
      {},
      { sysctls: [{ name: "a b", value: "1" }] },
      [
        'spec.securityContext.sysctls[0].name: Invalid value: "a b": must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$',
      ],
    ],
  ];
  it.each(cases)("%j %j", (own, whole, errors) => expect(of(own, whole)).toEqual(errors));
  it("rejects privileged with allowPrivilegeEscalation false", () =>
    expect(of({ privileged: true, allowPrivilegeEscalation: false })[0]).toMatch(
      /^spec\.containers\[0\]\.securityContext: Invalid value: core\.SecurityContext\{.*\}: cannot set `allowPrivilegeEscalation` to false and `privileged` to true$/,
    ));
  it("must match the pod's operating system", () =>
    expect(of({ windowsOptions: { runAsUserName: "a" } }, {}, { os: { name: "linux" } })).toEqual([
      `${OWN}.windowsOptions: Forbidden: windows options cannot be set for a linux pod`,
    ]));
});
