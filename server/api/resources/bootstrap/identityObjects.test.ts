import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { fromYaml } from "../../../model/encoding/yaml.ts";
import { clusterInfoObjects, legacyTokenTracking } from "./identityObjects.ts";

describe("legacyTokenTracking", () => {
  it("records the current day in the server's vocabulary", () => {
    const { resource, object } = legacyTokenTracking(createVocabulary("orch"), Date.parse("2026-03-04T23:59:59Z"));
    expect([resource, object.metadata, object["data"]]).toEqual([
      "configmaps",
      { name: "orch-apiserver-legacy-service-account-token-tracking", namespace: "orch-system" },
      { since: "2026-03-04" },
    ]);
  });
});

describe("clusterInfoObjects", () => {
  const access = { server: "https://127.0.0.1:6443", authority: "PEM\n" };
  const objects = new Map(
    clusterInfoObjects(createVocabulary(), access).map(({ resource, object }) => [resource, object]),
  );

  it("contain the server's URL and CA certificate, and no user", () => {
    const { kubeconfig = "" } = (objects.get("configmaps")?.["data"] ?? {}) as Record<string, string>;
    expect(fromYaml(kubeconfig).value).toEqual({
      apiVersion: "v1",
      kind: "Config",
      clusters: [
        {
          name: "",
          cluster: {
            server: "https://127.0.0.1:6443",
            "certificate-authority-data": Buffer.from("PEM\n").toString("base64"),
          },
        },
      ],
      contexts: null,
      "current-context": "",
      preferences: {},
      users: null,
    });
  });

  it("use a data key of the server's vocabulary", () => {
    const maps = clusterInfoObjects(createVocabulary("orch"), access).filter(
      ({ resource }) => resource === "configmaps",
    );
    expect(maps.map(({ object }) => Object.keys(object["data"] as object))).toEqual([["orchconfig"]]);
  });

  it("allow every user to read only this config map", () => {
    const name = "kubeadm:bootstrap-signer-clusterinfo";
    expect(objects.get("roles")).toMatchObject({
      metadata: { name, namespace: "kube-public" },
      rules: [{ apiGroups: [""], resources: ["configmaps"], resourceNames: ["cluster-info"], verbs: ["get"] }],
    });
    expect(objects.get("rolebindings")).toMatchObject({
      metadata: { name, namespace: "kube-public" },
      roleRef: { kind: "Role", name },
      subjects: [{ kind: "User", name: "system:anonymous" }],
    });
  });
});
