import { describe, expect, it } from "vitest";
import { podReferences } from "./podReferences.ts";

const references = (spec: Record<string, unknown>, resource: string): string[] =>
  [...podReferences({ metadata: { name: "p", namespace: "n" }, spec }, resource)].sort();
const volume = (source: Record<string, unknown>) => ({ volumes: [{ name: "v", ...source }] });

describe("podReferences", () => {
  it.each<[string, Record<string, unknown>]>([
    ["imagePullSecrets", { imagePullSecrets: [{ name: "s" }] }],
    ["a volume", volume({ secret: { secretName: "s" } })],
    [
      "a projected volume",
      volume({ projected: { sources: [{ secret: { name: "s" } }, { serviceAccountToken: {} }] } }),
    ],
    [
      "an environment variable",
      { containers: [{ env: [{ valueFrom: { secretKeyRef: { name: "s", key: "k" } } }, { value: "x" }] }] },
    ],
    ["an init container's envFrom", { initContainers: [{ envFrom: [{ prefix: "P" }, { secretRef: { name: "s" } }] }] }],
    ["an ephemeral container's envFrom", { ephemeralContainers: [{ envFrom: [{ secretRef: { name: "s" } }] }] }],
    ["azureFile", volume({ azureFile: { secretName: "s" } })],
    ["csi", volume({ csi: { nodePublishSecretRef: { name: "s" } } })],
    ...["cephfs", "cinder", "flexVolume", "iscsi", "rbd", "scaleIO", "storageos"].map(
      (source): [string, Record<string, unknown>] => [source, volume({ [source]: { secretRef: { name: "s" } } })],
    ),
  ])("finds the secret of %s and no other references", (_title, spec) => {
    expect(references(spec, "secrets")).toEqual(["s"]);
    expect(references(spec, "configmaps")).toEqual([]);
    expect(references(spec, "persistentvolumeclaims")).toEqual([]);
  });

  it("finds each referenced config map once", () => {
    const spec = {
      ...volume({ configMap: { name: "a" } }),
      containers: [
        { env: [{ valueFrom: { configMapKeyRef: { name: "b" } } }], envFrom: [{ configMapRef: { name: "a" } }] },
      ],
    };
    expect(references(spec, "configmaps")).toEqual(["a", "b"]);
    expect(references(volume({ projected: { sources: [{ configMap: { name: "c" } }] } }), "configmaps")).toEqual(["c"]);
    expect(references(spec, "secrets")).toEqual([]);
  });

  it("finds claims, including those of ephemeral volumes", () => {
    expect(references(volume({ persistentVolumeClaim: { claimName: "data" } }), "persistentvolumeclaims")).toEqual([
      "data",
    ]);
    expect(references(volume({ ephemeral: { volumeClaimTemplate: {} } }), "persistentvolumeclaims")).toEqual(["p-v"]);
  });

  it("finds resource claims, by name or once created from a template", () => {
    const spec = { resourceClaims: [{ name: "a", resourceClaimName: "mine" }, { name: "b" }, { name: "c" }] };
    const status = { resourceClaimStatuses: [{ name: "b", resourceClaimName: "made" }, { name: "c" }] };
    expect([...podReferences({ metadata: { name: "p" }, spec, status }, "resourceclaims")]).toEqual(["mine", "made"]);
    expect(references(spec, "resourceclaims")).toEqual(["mine"]);
  });

  it("ignores empty names", () => {
    expect(references({ imagePullSecrets: [{ name: "" }, {}], serviceAccountName: "" }, "secrets")).toEqual([]);
    expect(references({ serviceAccountName: "" }, "serviceaccounts")).toEqual([]);
  });

  it("finds the service account, and nothing for other resources or without a spec", () => {
    expect(references({ serviceAccountName: "robot" }, "serviceaccounts")).toEqual(["robot"]);
    expect(references({ serviceAccountName: "robot" }, "nodes")).toEqual([]);
    expect(podReferences({ metadata: { name: "p" } }, "secrets").size).toBe(0);
  });
});
