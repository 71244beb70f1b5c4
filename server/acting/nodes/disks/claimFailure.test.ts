import { describe, expect, it } from "vitest";
import type { Claim, Volume } from "../../volumes/kinds.ts";
import type { NodePod } from "../pods/podParts.ts";
import { claimFailure } from "./claimFailure.ts";

const claims: Record<string, Partial<Claim>> = {
  open: { status: { phase: "Pending" } },
  going: { status: { phase: "Bound" }, metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" } },
  fine: { status: { phase: "Bound" }, spec: { volumeName: "pv-fine" } },
  far: { status: { phase: "Bound" }, spec: { volumeName: "pv-far" } },
  stray: { status: { phase: "Bound" }, spec: { volumeName: "pv-gone" } },
  loose: { status: { phase: "Bound" }, spec: { volumeName: "pv-loose" } },
  other: { status: { phase: "Bound" }, spec: { volumeName: "pv-other" } },
};
const references: Record<string, { uid: string } | undefined> = {
  "pv-fine": { uid: "uid-fine" },
  "pv-far": { uid: "uid-far" },
  "pv-loose": undefined,
  "pv-other": { uid: "uid-x" },
};

/** The failure of a pod that mounts claims, each in a volume with the first letter of the claim's name. */
function failureOf(...names: readonly string[]): string | undefined {
  const volumes = names.map((claimName) => ({ name: claimName.slice(0, 1), persistentVolumeClaim: { claimName } }));
  const unused = { name: "z", persistentVolumeClaim: { claimName: "open" } };
  const volumeMounts = volumes.map(({ name }) => ({ name, mountPath: `/${name}` }));
  const pod = {
    metadata: { name: "p", namespace: "n" },
    spec: { volumes: [...volumes, unused], containers: [{ name: "c", volumeMounts }] },
  } as NodePod;
  return claimFailure(pod, {
    claim: (_namespace, name) =>
      claims[name] && ({ ...claims[name], metadata: { uid: `uid-${name}`, ...claims[name].metadata } } as Claim),
    volume: (name) =>
      name in references
        ? ({ metadata: { name }, spec: { claimRef: references[name] } } as unknown as Volume)
        : undefined,
    isAttached: ({ metadata }) => metadata.name !== "pv-far",
  });
}

const START = "Unable to attach or mount volumes: ";

describe("Claims that a node cannot use", () => {
  it.each([
    ["none", 'failed to fetch PVC from API server: persistentvolumeclaims "none" not found'],
    ["going", "PVC is being deleted"],
    ["open", "PVC is not bound"],
    ["stray", 'failed to fetch PV pv-gone from API server: persistentvolumes "pv-gone" not found'],
    ["loose", "found PV object pv-loose but it has a nil pv.Spec.ClaimRef indicating it is not yet bound to the claim"],
    ["other", "found PV object pv-other but its pv.Spec.ClaimRef.UID uid-x does not point to claim.UID uid-other"],
  ])("%s: %s", (name, error) => {
    const volume = name.slice(0, 1);
    const lists = `unmounted volumes=[${volume}], unattached volumes=[], failed to process volumes=[${volume}]`;
    expect(failureOf(name)).toBe(`${START}${lists}: error processing PVC n/${name}: ${error}`);
  });

  it("are reported together, with the volumes that wait to be attached", () => {
    expect(failureOf("open", "fine", "going", "far")).toBe(
      `${START}unmounted volumes=[f g o], unattached volumes=[f], failed to process volumes=[g o]: ` +
        "error processing PVC n/going: PVC is being deleted; error processing PVC n/open: PVC is not bound",
    );
  });

  it("do not include those that no container mounts, nor those that only wait to be attached", () => {
    expect(failureOf("fine")).toBeUndefined();
    expect(failureOf("far")).toBeUndefined();
  });
});
