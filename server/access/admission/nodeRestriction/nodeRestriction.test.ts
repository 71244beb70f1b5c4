import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { createFeatureGates } from "../../../ground/settings/featureGates.ts";
import { makeRequest } from "../../../ground/x509/testing/makeRequest.ts";
import { failure } from "../../../testing/testServices.ts";
import { run, testDependencies, testRequest } from "../testing/request.ts";
import { nodeRestriction } from "./nodeRestriction.ts";

const dependencies = testDependencies();
const { reader } = dependencies;
const user = { username: "system:node:n1", groups: ["system:nodes"], extra: {} };
type Parts = Parameters<typeof testRequest>[2];

reader.put({ group: "", resource: "nodes" }, { metadata: { name: "n1", uid: "node-uid" } });
for (const [name, nodeName] of Object.entries({ mine: "n1", theirs: "n2", waiting: "" })) {
  reader.put({ group: "", resource: "pods" }, { metadata: { name, namespace: "n", uid: name }, spec: { nodeName } });
}

const request = (resource: string, object: ApiObject | undefined, parts: Parts = {}): AdmissionRequest =>
  testRequest(resource, object, { user, ...parts });
const admit = (asked: AdmissionRequest, featureGates: Record<string, string> = {}) =>
  run(nodeRestriction({ ...dependencies, features: createFeatureGates(featureGates) }), asked);
const detail = async (asked: AdmissionRequest, featureGates = {}): Promise<string> => {
  const { message } = await failure(() => admit(asked, featureGates));
  return message.replace(/^.* is forbidden: /, "");
};

const owner = { apiVersion: "v1", kind: "Node", name: "n1", uid: "node-uid", controller: true };
const mirror = (spec: object = {}, metadata: object = {}): ApiObject => ({
  metadata: {
    name: "m",
    namespace: "n",
    annotations: { "kubernetes.io/config.mirror": "x" },
    ownerReferences: [owner],
    ...metadata,
  },
  spec: { nodeName: "n1", ...spec },
});
const projected = (source: object) => ({ volumes: [{ name: "v", projected: { sources: [source] } }] });

describe("nodeRestriction of pods", () => {
  it("allows a node to create mirror pods and to delete, evict and update the status of its pods", async () => {
    await admit(request("pods", mirror()));
    await admit(request("pods", undefined, { operation: "DELETE", name: "mine" }));
    await admit(request("pods", { metadata: {} }, { subresource: "eviction", name: "mine" }));
    const pod = { metadata: { name: "mine", labels: {} }, spec: { nodeName: "n1" } };
    const oldObject = { metadata: { name: "mine" }, spec: { nodeName: "n1" } };
    await admit(request("pods", pod, { operation: "UPDATE", subresource: "status", oldObject }));
  });

  const self = "an owner reference set to itself";
  it.each<[ApiObject, string]>([
    [
      { metadata: { name: "p" }, spec: { nodeName: "n1" } },
      'pod does not have "kubernetes.io/config.mirror" annotation, node "n1" can only create mirror pods',
    ],
    [mirror({ nodeName: "n2" }), 'node "n1" can only create pods with spec.nodeName set to itself'],
    [mirror({}, { ownerReferences: [] }), `node "n1" can only create pods with ${self}`],
    [
      mirror({}, { ownerReferences: [owner, owner] }),
      'node "n1" can only create pods with a single owner reference set to itself',
    ],
    [mirror({}, { ownerReferences: [{ ...owner, name: "n2" }] }), `node "n1" can only create pods with ${self}`],
    [mirror({}, { ownerReferences: [{ ...owner, kind: "Pod" }] }), `node "n1" can only create pods with ${self}`],
    [
      mirror({}, { ownerReferences: [{ ...owner, controller: false }] }),
      'node "n1" can only create pods with a controller owner reference set to itself',
    ],
    [
      mirror({}, { ownerReferences: [{ ...owner, blockOwnerDeletion: true }] }),
      'node "n1" must not set blockOwnerDeletion on an owner reference',
    ],
    [mirror({}, { ownerReferences: [{ ...owner, uid: "old" }] }), "node n1 UID mismatch: expected old got node-uid"],
    [mirror({ serviceAccountName: "a" }), 'node "n1" can not create pods that reference a service account'],
    [mirror({ imagePullSecrets: [{ name: "s" }] }), 'node "n1" can not create pods that reference secrets'],
    [mirror(projected({ configMap: { name: "c" } })), 'node "n1" can not create pods that reference configmaps'],
    [
      mirror(projected({ clusterTrustBundle: { path: "p" } })),
      'node "n1" can not create pods that reference clustertrustbundles',
    ],
    [
      mirror({ volumes: [{ name: "v", persistentVolumeClaim: { claimName: "c" } }] }),
      'node "n1" can not create pods that reference persistentvolumeclaims',
    ],
  ])("rejects %j", async (pod, message) => {
    expect(await detail(request("pods", pod))).toBe(message);
  });

  it("rejects resource claims if dynamic resource allocation is enabled", async () => {
    const pod = mirror({ resourceClaims: [{ name: "d", resourceClaimName: "c" }] });
    await admit(request("pods", pod));
    expect(await detail(request("pods", pod), { DynamicResourceAllocation: "true" })).toBe(
      'node "n1" can not create pods that reference resourceclaims',
    );
  });

  const bound = (parts: object): ApiObject => ({ metadata: { name: "mine" }, spec: { nodeName: "n1" }, ...parts });
  it.each<[Parts, string]>([
    [
      { operation: "UPDATE", oldObject: mirror() },
      'unexpected operation "UPDATE", node "n1" can only create and delete mirror pods',
    ],
    [{ operation: "DELETE", name: "theirs" }, 'node "n1" can only delete pods with spec.nodeName set to itself'],
    [{ operation: "DELETE", name: "none" }, 'pod "none" not found'],
    [{ subresource: "eviction", name: "theirs" }, "node n1 can only evict pods with spec.nodeName set to itself"],
    [{ subresource: "eviction", operation: "UPDATE" }, "unexpected operation UPDATE"],
    [{ subresource: "status" }, 'unexpected operation "CREATE"'],
    [
      { subresource: "status", operation: "UPDATE", oldObject: bound({ spec: { nodeName: "n2" } }) },
      'node "n1" can only update pod status for pods with spec.nodeName set to itself',
    ],
    [
      { subresource: "status", operation: "UPDATE", oldObject: bound({ metadata: { labels: { a: "b" } } }) },
      'node "n1" cannot update labels through pod status',
    ],
    [
      {
        subresource: "status",
        operation: "UPDATE",
        oldObject: bound({ status: { resourceClaimStatuses: [{ name: "d" }] } }),
      },
      'node "n1" cannot update resource claim statues',
    ],
    [{ subresource: "binding" }, `unexpected pod subresource "binding", only 'status' and 'eviction' are allowed`],
  ])("rejects %j", async (parts, message) => {
    expect(await detail(request("pods", bound({}), parts))).toBe(message);
  });
});

describe("nodeRestriction of nodes", () => {
  const node = (metadata: object = {}, spec: object = {}): ApiObject => ({
    metadata: { name: "n1", ...metadata },
    spec,
  });
  const update = (object: ApiObject, oldObject = node()) =>
    request("nodes", object, { operation: "UPDATE", oldObject, namespace: "" });

  const describing = {
    "kubernetes.io/hostname": "h",
    "topology.kubernetes.io/zone": "z",
    "failure-domain.beta.kubernetes.io/region": "r",
    "beta.kubernetes.io/instance-type": "t",
    "node.kubernetes.io/instance-type": "t",
    "node.kubernetes.io/windows-build": "w",
    "kubelet.kubernetes.io/x": "x",
    "foo.kubelet.kubernetes.io/x": "x",
    "example.com/x": "x",
    plain: "x",
  };
  it("allows a node to create, update and delete its own Node", async () => {
    await admit(request("nodes", node({ labels: describing })));
    await admit(update(node({ labels: describing })));
    await admit(request("nodes", undefined, { operation: "DELETE", name: "n1" }));
  });

  it("allows unchanged restricted labels", async () => {
    const labels = { "node-restriction.kubernetes.io/x": "x", "k8s.io/y": "y" };
    await admit(update(node({ labels }), node({ labels })));
  });

  it.each([
    "kubernetes.io/x",
    "foo.kubernetes.io/x",
    "k8s.io/x",
    "foo.k8s.io/x",
    "node-restriction.kubernetes.io/x",
    "foo.node-restriction.kubernetes.io/x",
    "node-role.kubernetes.io/control-plane",
  ])("rejects the label %s", async (label) => {
    const labelled = node({ labels: { [label]: "1", plain: "x" } });
    expect(await detail(request("nodes", labelled))).toBe(
      `node "n1" is not allowed to set the following labels: ${label}`,
    );
    expect(await detail(update(labelled))).toBe(`is not allowed to modify labels: ${label}`);
    expect(await detail(update(node(), labelled))).toBe(`is not allowed to modify labels: ${label}`);
  });

  it("lists all rejected labels", async () => {
    const labels = { "kubernetes.io/b": "1", "k8s.io/a": "1" };
    expect(await detail(update(node({ labels })))).toBe("is not allowed to modify labels: k8s.io/a, kubernetes.io/b");
  });

  it.each<[AdmissionRequest, string]>([
    [request("nodes", { metadata: { name: "n2" } }), 'node "n1" is not allowed to modify node "n2"'],
    [
      request("nodes", node({}, { configSource: { configMap: {} } })),
      'node "n1" is not allowed to create pods with a non-nil configSource',
    ],
    [
      update(node({}, { configSource: { configMap: {} } })),
      'node "n1" is not allowed to update configSource to a new non-nil configSource',
    ],
    [update(node({}, { taints: [{ key: "k", effect: "NoExecute" }] })), 'node "n1" is not allowed to modify taints'],
    [update(node({ ownerReferences: [owner] })), 'node "n1" is not allowed to modify ownerReferences'],
  ])("rejects %j", async (asked, message) => {
    expect(await detail(asked)).toBe(message);
  });
});

describe("nodeRestriction of other resources", () => {
  const token = (boundObjectRef?: object): AdmissionRequest =>
    request("serviceaccounts", { metadata: {}, spec: { boundObjectRef } }, { subresource: "token", name: "sa" });
  const pod = { apiVersion: "v1", kind: "Pod", name: "mine", uid: "mine" };
  it.each([
    [undefined, "node requested token not bound to a pod"],
    [{ ...pod, kind: "Secret" }, "node requested token not bound to a pod"],
    [{ ...pod, uid: "" }, "node requested token with a pod binding without a uid"],
    [{ ...pod, name: "none" }, 'pod "none" not found'],
    [
      { ...pod, uid: "old" },
      "the UID in the bound object reference (old) does not match the UID in record. The object might have been deleted and then recreated",
    ],
    [{ ...pod, name: "theirs", uid: "theirs" }, "node requested token bound to a pod scheduled on a different node"],
  ])("rejects a token for %j", async (bound, message) => {
    await admit(token(pod));
    expect(await detail(token(bound))).toBe(message);
  });

  const lease = (name: string, parts: Parts = {}) =>
    request("leases", { metadata: { name } }, { group: "coordination.k8s.io", namespace: "kube-node-lease", ...parts });

  describe("nodeRestriction of token audiences", () => {
    const core = (resource: string) => ({ group: "", resource });
    const claim = (claimName: string) => ({ name: claimName, persistentVolumeClaim: { claimName } });
    const put = (name: string, volumes: object[]): void =>
      void reader.put(core("pods"), {
        metadata: { name, namespace: "n", uid: name },
        spec: { nodeName: "n1", volumes },
      });
    const projection = {
      projected: {
        sources: [{ serviceAccountToken: { path: "t" } }, { serviceAccountToken: { audience: "vault", path: "v" } }],
      },
    };
    put("projects", [{ name: "v", ...projection }]);
    put("drives", [
      { name: "inline", csi: { driver: "inline.example" } },
      claim("data"),
      { name: "own", ephemeral: {} },
    ]);
    put("lost", [claim("nowhere"), claim("unbound")]);
    reader.put(core("persistentvolumeclaims"), {
      metadata: { name: "data", namespace: "n" },
      spec: { volumeName: "data" },
    });
    reader.put(core("persistentvolumeclaims"), {
      metadata: { name: "drives-own", namespace: "n" },
      spec: { volumeName: "own" },
    });
    reader.put(core("persistentvolumeclaims"), { metadata: { name: "unbound", namespace: "n" }, spec: {} });
    for (const name of ["data", "own"]) {
      reader.put(core("persistentvolumes"), {
        metadata: { name },
        spec: { csi: { driver: `${name}.example`, volumeHandle: "h" } },
      });
    }
    for (const name of ["inline", "data", "own"]) {
      const spec = { tokenRequests: [{ audience: `${name}-audience` }] };
      reader.put({ group: "storage.k8s.io", resource: "csidrivers" }, { metadata: { name: `${name}.example` }, spec });
    }
    const on = { ServiceAccountNodeAudienceRestriction: "true" };
    const asks = (name: string, ...audiences: string[]): AdmissionRequest => {
      const boundObjectRef = { apiVersion: "v1", kind: "Pod", name, uid: name };
      return request(
        "serviceaccounts",
        { metadata: {}, spec: { boundObjectRef, audiences } },
        { subresource: "token", name: "sa" },
      );
    };

    it.each([
      ["projects", []],
      ["projects", ["vault"]],
      ["drives", ["inline-audience"]],
      ["drives", ["data-audience"]],
      ["drives", ["own-audience"]],
    ])("allows the node of %s to request a token for %j", async (name, audiences) => {
      await admit(asks(name, ...audiences), on);
    });

    it.each([
      ["projects", ["other"], 'audience "other" not found in pod spec volume'],
      ["projects", ["vault", "other"], "node may only request 0 or 1 audiences"],
      ["drives", [], 'audience "" not found in pod spec volume'],
      [
        "lost",
        ["x"],
        'error validating audience "x": [persistentvolumeclaim "nowhere" not found, persistentvolume "" not found]',
      ],
    ])("denies the node of %s a token for %j", async (name, audiences, message) => {
      expect(await detail(asks(name, ...audiences), on)).toBe(message);
      await admit(asks(name, ...audiences));
    });
  });
  const csiNode = (name: string, parts: Parts = {}) =>
    request("csinodes", { metadata: { name } }, { group: "storage.k8s.io", namespace: "", ...parts });
  const slice = (nodeName: string, operation: "CREATE" | "UPDATE" | "DELETE") => {
    const object = { metadata: { name: "s" }, spec: { nodeName } };
    return request("resourceslices", object, { group: "resource.k8s.io", operation, oldObject: object });
  };
  it("allows a node to write its lease, CSINode and ResourceSlices", async () => {
    await admit(lease("n1"));
    await admit(lease("n1", { operation: "DELETE" }));
    await admit(csiNode("n1", { operation: "UPDATE" }));
    for (const operation of ["CREATE", "UPDATE", "DELETE"] as const) await admit(slice("n1", operation));
    await admit(request("configmaps", { metadata: { name: "c" } }));
  });

  it.each<[AdmissionRequest, string]>([
    [lease("n1", { namespace: "n" }), 'can only access leases in the "kube-node-lease" system namespace'],
    [lease("n2"), "can only access node lease with the same name as the requesting node"],
    [lease("n2", { operation: "DELETE" }), "can only access node lease with the same name as the requesting node"],
    [csiNode("n2"), "can only access CSINode with the same name as the requesting node"],
    [slice("n2", "CREATE"), "can only create ResourceSlice with the same NodeName as the requesting node"],
    [slice("", "DELETE"), "can only delete ResourceSlice with the same NodeName as the requesting node"],
  ])("rejects %j", async (asked, message) => {
    expect(await detail(asked)).toBe(message);
  });

  const claim = (status: object, metadata: object = {}): ApiObject => ({
    metadata: { name: "c", ...metadata },
    status,
  });
  const report = (object: ApiObject, oldObject = claim({ phase: "Bound" }), subresource = "status") =>
    request("persistentvolumeclaims", object, { operation: "UPDATE", oldObject, subresource });
  it("allows a node to update only the expansion status of a claim", async () => {
    const expanded = {
      phase: "Bound",
      capacity: { storage: "2Gi" },
      conditions: [],
      allocatedResources: { storage: "2Gi" },
    };
    await admit(report(claim(expanded, { resourceVersion: "9", managedFields: [] })));
    expect(await detail(report(claim(expanded)), { RecoverVolumeExpansionFailure: "false" })).toMatch(
      'node "n1" is not allowed to update fields other than status.quantity and status.conditions: ',
    );
    expect(await detail(report(claim({ phase: "Lost" })))).toMatch(/other than .*: status.phase$/);
    expect(await detail(report(claim({ phase: "Bound" }, { labels: { a: "b" } })))).toMatch(/: metadata.labels$/);
    expect(await detail(report(claim(expanded), undefined, ""))).toBe("may only update PVC status");
  });

  it("compares claims by their meaning", async () => {
    const sized = (storage: string, finalizers?: string[]): ApiObject => ({
      ...claim({ phase: "Bound" }, finalizers === undefined ? {} : { finalizers }),
      spec: { resources: { requests: { storage } } },
    });
    await admit(report(sized("1024Mi", []), sized("1Gi")));
    expect(await detail(report(sized("2Gi"), sized("1Gi")))).toMatch(/: spec.resources$/);
  });

  it("allows a node to request certificates for its own name", async () => {
    const csr = async (commonName: string, signerName: string, made = makeRequest({ commonName })) =>
      request(
        "certificatesigningrequests",
        { metadata: { name: "r" }, spec: { signerName, request: (await made).base64 } },
        { group: "certificates.k8s.io", namespace: "" },
      );
    const serving = "kubernetes.io/kubelet-serving";
    await admit(await csr("system:node:n1", serving));
    await admit(await csr("anybody", "kubernetes.io/kube-apiserver-client"));
    const other = await csr("system:node:n2", "kubernetes.io/kube-apiserver-client-kubelet");
    expect(await detail(other)).toBe("can only create a node CSR with CN=system:node:n1");
    await admit(other, { AllowInsecureKubeletCertificateSigningRequests: "true" });
    const broken = csr("", serving, Promise.resolve({ base64: "bm9wZQ==" }) as never);
    expect(await detail(await broken)).toBe("unable to parse csr: PEM block type must be CERTIFICATE REQUEST");
  });
});

describe("nodeRestriction", () => {
  it("uses the singular resource name in the error for a missing node", async () => {
    const ghost = { ...user, username: "system:node:ghost" };
    const pod = mirror({ nodeName: "ghost" }, { ownerReferences: [{ ...owner, name: "ghost" }] });
    const error = await failure(() => admit(request("pods", pod, { user: ghost })));
    expect(error).toMatchObject({ message: 'node "ghost" not found', status: { details: { kind: "node" } } });
  });

  it("escapes non-printable characters like the reference", async () => {
    const odd = { ...user, username: "system:node:a\u200bb\u0001" };
    expect(await detail(request("nodes", { metadata: { name: "n1" } }, { user: odd, name: "n1" }))).toBe(
      'node "a\\u200bb\\x01" is not allowed to modify node "n1"',
    );
  });

  it("rejects nodes without a name and ignores other users", async () => {
    const nameless = { ...user, username: "system:node:" };
    expect(await detail(request("configmaps", { metadata: {} }, { user: nameless }))).toBe(
      'could not determine node from user "system:node:"',
    );
    const alice = { ...user, username: "alice" };
    await admit(request("pods", { metadata: { name: "p" } }, { user: alice }));
    await admit(request("pods", { metadata: {} }, { operation: "CONNECT", subresource: "exec" }));
  });
});
