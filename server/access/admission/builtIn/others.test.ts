import { beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { admissionChain } from "../../../api/registry/admission/chain.ts";
import type { Authorizer } from "../../../ground/rights/authorizer.ts";
import { run, testDependencies, testRequest } from "../testing/request.ts";
import { certificateApproval, certificateSigning } from "./certificates.ts";
import { defaultIngressClass } from "./defaultIngressClass.ts";
import { defaultStorageClass } from "./defaultStorageClass.ts";
import { limitRanger } from "./limitRanger.ts";
import { podSpec } from "./podSpec.ts";
import { storageObjectInUseProtection } from "./storageObjectInUseProtection.ts";
import { taintNodesByCondition } from "./taintNodesByCondition.ts";

let dependencies: ReturnType<typeof testDependencies>;
beforeEach(() => {
  dependencies = testDependencies();
});

describe("admissionChain", () => {
  it("calls only plugins that handle the request, in order", async () => {
    const calls: string[] = [];
    const plugin = (name: string, handled = true) => ({
      name,
      handles: () => handled,
      admit: () => void calls.push(`admit ${name}`),
      validate: () => Promise.resolve(void calls.push(`validate ${name}`)),
    });
    const chain = admissionChain([plugin("a"), plugin("b", false), plugin("c"), { name: "d", handles: () => true }]);
    const request = testRequest("pods", { metadata: {} });
    await chain.admit(request);
    await chain.validate(request);
    expect(calls).toEqual(["admit a", "admit c", "validate a", "validate c"]);
  });
});

describe("Default classes", () => {
  const storage = { group: "storage.k8s.io", resource: "storageclasses" };
  const put = (resource: typeof storage, mark: string, name: string, created: string): void =>
    dependencies.reader.put(resource, {
      metadata: { name, creationTimestamp: created, annotations: { [mark]: "true" } },
    });
  const claim = async (spec: Record<string, unknown>, metadata: ApiObject["metadata"] = {}) =>
    (await run(defaultStorageClass(dependencies), testRequest("persistentvolumeclaims", { metadata, spec })))["spec"];

  it("assigns the newest default class to claims that do not set one", async () => {
    expect(await claim({})).toEqual({});
    const mark = "storageclass.kubernetes.io/is-default-class";
    put(storage, mark, "old", "2025-01-01T00:00:00Z");
    put(storage, mark, "b", "2026-01-01T00:00:00Z");
    put(storage, mark, "a", "2026-01-01T00:00:00Z");
    expect(await claim({})).toEqual({ storageClassName: "a" });
    expect(await claim({ storageClassName: "" })).toEqual({ storageClassName: "" });
    expect(await claim({}, { annotations: { "volume.beta.kubernetes.io/storage-class": "x" } })).toEqual({});
  });

  it("assigns the default class to ingresses", async () => {
    const group = "networking.k8s.io";
    put({ group, resource: "ingressclasses" }, "ingressclass.kubernetes.io/is-default-class", "nginx", "");
    const ask = async (object: ApiObject) =>
      (await run(defaultIngressClass(dependencies), testRequest("ingresses", object, { group })))["spec"];
    expect(await ask({ metadata: {}, spec: {} })).toEqual({ ingressClassName: "nginx" });
    const legacy = { annotations: { "kubernetes.io/ingress.class": "x" } };
    expect(await ask({ metadata: legacy, spec: {} })).toEqual({});
  });
});

describe("StorageObjectInUseProtection", () => {
  it("adds its finalizers only once", async () => {
    const plugin = storageObjectInUseProtection(dependencies);
    const claim = testRequest("persistentvolumeclaims", { metadata: { finalizers: ["a/b"] } });
    expect((await run(plugin, claim)).metadata.finalizers).toEqual(["a/b", "kubernetes.io/pvc-protection"]);
    expect((await run(plugin, claim)).metadata.finalizers).toHaveLength(2);
    const volume = testRequest("persistentvolumes", { metadata: {} }, { namespace: "" });
    expect((await run(plugin, volume)).metadata.finalizers).toEqual(["kubernetes.io/pv-protection"]);
  });
});

describe("TaintNodesByCondition", () => {
  it("taints a new node only once", async () => {
    const request = testRequest("nodes", { metadata: {}, spec: { taints: [{ key: "x", effect: "NoExecute" }] } });
    const plugin = taintNodesByCondition(dependencies);
    await run(plugin, request);
    expect((await run(plugin, request))["spec"]).toEqual({
      taints: [
        { key: "x", effect: "NoExecute" },
        { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" },
      ],
    });
  });
});

describe("Certificate signers", () => {
  const group = "certificates.k8s.io";
  const csr = { metadata: { name: "c" }, spec: { signerName: "example.com/one" } };
  const only = (name: string): Authorizer => ({
    name: "only",
    authorize: (_user, attributes) => ({
      decision:
        attributes.resourceRequest && attributes.resource === "signers" && attributes.name === name
          ? "allow"
          : "noOpinion",
      reason: "",
    }),
  });
  const update = (subresource: string, object: ApiObject) =>
    testRequest("certificatesigningrequests", object, {
      group,
      subresource,
      operation: "UPDATE",
      oldObject: csr,
      name: "c",
    });

  it.each(["example.com/one", "example.com/*"])("allows approval by users with permission for %s", async (name) => {
    await run(certificateApproval({ ...dependencies, authorizer: only(name) }), update("approval", csr));
  });

  it("rejects other users", async () => {
    const parts = { ...dependencies, authorizer: only("other.com/*") };
    await expect(run(certificateApproval(parts), update("approval", csr))).rejects.toThrow(
      'user not permitted to approve requests with signerName "example.com/one"',
    );
    await run(certificateSigning(parts), update("status", csr));
    await expect(
      run(certificateSigning(parts), update("status", { ...csr, status: { certificate: "AAAA" } })),
    ).rejects.toThrow('user not permitted to sign requests with signerName "example.com/one"');
  });
});

describe("LimitRanger", () => {
  const put = (limit: Record<string, unknown>): void =>
    dependencies.reader.put(
      { group: "", resource: "limitranges" },
      { metadata: { name: "limits", namespace: "n" }, spec: { limits: [limit] } },
    );
  const admit = (resources?: Record<string, unknown>) =>
    run(
      limitRanger(dependencies),
      testRequest("pods", { metadata: { name: "p" }, spec: { containers: [{ name: "c", resources }] } }),
    );

  it("applies defaults to containers and records them in an annotation", async () => {
    put({ type: "Container", default: { cpu: "1", memory: "1Gi" }, defaultRequest: { cpu: "500m" } });
    const object = await admit({ limits: { cpu: "2" } });
    expect(podSpec(object).containers?.[0]?.resources).toEqual({
      limits: { cpu: "2", memory: "1Gi" },
      requests: { cpu: "500m" },
    });
    expect(object.metadata.annotations).toEqual({
      "kubernetes.io/limit-ranger": "LimitRanger plugin set: cpu request for container c; memory limit for container c",
    });
  });

  it.each([
    [{ min: { cpu: "1" } }, {}, "minimum cpu usage per Container is 1.  No request is specified"],
    [{ min: { cpu: "1" } }, { requests: { cpu: "0.5" } }, "minimum cpu usage per Container is 1, but request is 500m"],
    [{ max: { cpu: "1" } }, {}, "maximum cpu usage per Container is 1.  No limit is specified"],
    [{ max: { cpu: "1" } }, { limits: { cpu: "1500m" } }, "maximum cpu usage per Container is 1, but limit is 1500m"],
    [
      { maxLimitRequestRatio: { cpu: "2" } },
      { limits: { cpu: "3" }, requests: { cpu: "1" } },
      "cpu max limit to request ratio per Container is 2, but provided ratio is 3.000000",
    ],
  ])("with %j rejects %j", async (limit, resources, text) => {
    put({ type: "Container", ...limit });
    await expect(admit(resources)).rejects.toThrow(`pods "p" is forbidden: ${text}`);
  });

  it("applies limit ranges one after the other", async () => {
    const range = (name: string, limit: object): void =>
      dependencies.reader.put(
        { group: "", resource: "limitranges" },
        { metadata: { name, namespace: "n" }, spec: { limits: [{ type: "Container", ...limit }] } },
      );
    range("a", { default: { cpu: "1" } });
    range("b", { default: { cpu: "2", memory: "1Gi" } });
    range("limits", {});
    const object = await admit();
    expect(podSpec(object).containers?.[0]?.resources?.limits).toEqual({ cpu: "1", memory: "1Gi" });
    expect(object.metadata.annotations).toEqual({
      "kubernetes.io/limit-ranger": "LimitRanger plugin set: memory limit for container c",
    });
    range("a", { max: { cpu: "1" } });
    range("b", { max: { cpu: "1" } });
    await expect(admit({ limits: { cpu: "2" } })).rejects.toThrow(
      'pods "p" is forbidden: maximum cpu usage per Container is 1, but limit is 2',
    );
    range("a", {});
    range("b", {});
  });

  it("ignores claims that are being deleted", async () => {
    put({ type: "PersistentVolumeClaim", min: { storage: "1Gi" } });
    const claim = (deletionTimestamp?: string) => ({
      metadata: { name: "c", ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }) },
      spec: { resources: { requests: { storage: "1Mi" } } },
    });
    const update = (before: ReturnType<typeof claim>) =>
      run(
        limitRanger(dependencies),
        testRequest("persistentvolumeclaims", claim(), { operation: "UPDATE", oldObject: before }),
      );
    await update(claim("2026-01-01T00:00:00Z"));
    await expect(update(claim())).rejects.toThrow("minimum storage usage");
  });

  it("limits resized pods but not pods being deleted", async () => {
    put({ type: "Container", max: { cpu: "1" } });
    const sized = (cpu: string, metadata: ApiObject["metadata"] = { name: "p" }): ApiObject => ({
      metadata,
      spec: { containers: [{ name: "c", resources: { limits: { cpu } } }] },
    });
    const update = (subresource: string, oldObject = sized("1")) =>
      run(limitRanger(dependencies), testRequest("pods", sized("2"), { operation: "UPDATE", subresource, oldObject }));
    await expect(update("resize")).rejects.toThrow("maximum cpu usage per Container is 1, but limit is 2");
    await update("");
    await update("resize", sized("1", { name: "p", deletionTimestamp: "2026-01-01T00:00:00Z" }));
  });

  it("limits whole pods and claims", async () => {
    put({ type: "Pod", max: { memory: "1Gi" } });
    await admit({ limits: { memory: "1Gi" } });
    await expect(admit({ limits: { memory: "2Gi" } })).rejects.toThrow(
      "maximum memory usage per Pod is 1Gi, but limit is 2Gi",
    );
    put({ type: "PersistentVolumeClaim", min: { storage: "1Gi" } });
    const claim = { metadata: { name: "c" }, spec: { resources: { requests: { storage: "500Mi" } } } };
    await expect(run(limitRanger(dependencies), testRequest("persistentvolumeclaims", claim))).rejects.toThrow(
      "minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 500Mi",
    );
  });
});
