import { describe, expect, it } from "vitest";
import { claimOf, volumeSecrets } from "./volumeReferences.ts";

const volume = (spec: object) => ({
  metadata: { name: "pv" },
  spec: { claimRef: { namespace: "c", name: "claim" }, ...spec },
});
const secrets = (spec: object): string[] =>
  volumeSecrets(volume(spec)).map(({ namespace, name }) => `${namespace}/${name}`);

describe("volumeSecrets", () => {
  it.each(["cephfs", "flexVolume", "rbd", "scaleIO", "iscsi"])("for %s defaults to the claim's namespace", (source) => {
    expect(secrets({ [source]: { secretRef: { name: "s" } } })).toEqual(["c/s"]);
    expect(secrets({ [source]: { secretRef: { name: "s", namespace: "o" } } })).toEqual(["o/s"]);
  });

  it.each(["cinder", "storageos"])("for %s uses only the explicit namespace", (source) => {
    expect(secrets({ [source]: { secretRef: { name: "s", namespace: "o" } } })).toEqual(["o/s"]);
    expect(secrets({ [source]: { secretRef: { name: "s" } } })).toEqual(["/s"]);
  });

  it("for azureFile uses secretNamespace", () => {
    expect(secrets({ azureFile: { secretName: "s" } })).toEqual(["c/s"]);
    expect(secrets({ azureFile: { secretName: "s", secretNamespace: "o" } })).toEqual(["o/s"]);
  });

  it("for CSI includes only secrets that nodes need", () => {
    const reference = (name: string) => ({ name, namespace: "o" });
    const csi = {
      controllerPublishSecretRef: reference("a"),
      controllerExpandSecretRef: reference("b"),
      nodePublishSecretRef: reference("c"),
      nodeStageSecretRef: reference("d"),
      nodeExpandSecretRef: reference("e"),
    };
    expect(secrets({ csi })).toEqual(["o/c", "o/d", "o/e"]);
  });

  it("is empty without a source or a name", () => {
    expect(secrets({})).toEqual([]);
    expect(secrets({ rbd: { secretRef: { name: "" } }, nfs: {} })).toEqual([]);
  });
});

describe("claimOf", () => {
  it("returns a volume's claim, if any", () => {
    expect(claimOf(volume({}))).toEqual({ namespace: "c", name: "claim" });
    expect(claimOf({ metadata: {} })).toBeUndefined();
  });
});
