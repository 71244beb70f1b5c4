import { describe, expect, it } from "vitest";
import { parseFieldSelector } from "../../../../shared/selectors/fieldSelector.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { Attributes } from "../../../ground/rights/authorizer.ts";
import type { Identity } from "../../../ground/rights/identity.ts";
import { memoryReader } from "../testing/memoryReader.ts";
import { nodeAuthorizer } from "./nodeAuthorizer.ts";

const identity = (username: string, ...groups: string[]): Identity => ({ username, groups, extra: {} });
const n1 = identity("system:node:n1", "system:nodes");

const reader = memoryReader();
const pods = { group: "", resource: "pods" };
const pod = (name: string, nodeName: string | undefined, secretName: string, parts: object = {}): void =>
  reader.put(pods, {
    metadata: { name, namespace: "n", uid: name, ...parts },
    spec: {
      nodeName,
      serviceAccountName: `${secretName}-account`,
      volumes: [
        { name: "v", secret: { secretName } },
        { name: "w", persistentVolumeClaim: { claimName: `${secretName}-claim` } },
      ],
    },
  });
pod("here", "n1", "mine");
pod("there", "n2", "theirs");
pod("waiting", undefined, "early");
pod("mirror", "n1", "mirrored", { annotations: { "kubernetes.io/config.mirror": "x" } });
const volume = (name: string, claim: string, secret: string): void =>
  reader.put(
    { group: "", resource: "persistentvolumes" },
    {
      metadata: { name },
      spec: { claimRef: { namespace: "n", name: claim }, cephfs: { secretRef: { name: secret } } },
    },
  );
volume("pv", "mine-claim", "pv-secret");
volume("pv2", "theirs-claim", "pv2-secret");
const ofNode = (group: string, resource: string, name: string, nodeName: string): void =>
  reader.put({ group, resource }, { metadata: { name }, spec: { nodeName } });
ofNode("storage.k8s.io", "volumeattachments", "va", "n1");
ofNode("storage.k8s.io", "volumeattachments", "va2", "n2");
ofNode("resource.k8s.io", "resourceslices", "slice", "n1");

const asker =
  (options = {}) =>
  (path: string, parts: object = {}) => {
    const [verb = "", resource = "", name = ""] = path.split(" ");
    const [plural = "", subresource = ""] = resource.split("/");
    const attributes = { resourceRequest: true, verb, group: "", version: "v1", resource: plural, subresource, name };
    const all = { ...attributes, namespace: "n", ...parts } as Attributes;
    return nodeAuthorizer(reader, createVocabulary(), options).authorize(n1, all);
  };
const ask = asker();
const where = (text: string) => ({ fieldSelector: parseFieldSelector(text) });

const UNRELATED = "no relationship found between node 'n1' and this object";
const storage = { group: "storage.k8s.io", namespace: "" };
const devices = { group: "resource.k8s.io", namespace: "" };
const lease = { group: "coordination.k8s.io", namespace: "kube-node-lease" };
const cluster = { namespace: "" };

describe("nodeAuthorizer", () => {
  it.each<[string, object]>([
    ["get secrets mine", {}],
    ["list secrets mine", {}],
    ["watch secrets mine", {}],
    ["get secrets pv-secret", {}],
    ["get persistentvolumeclaims mine-claim", {}],
    ["update persistentvolumeclaims/status mine-claim", {}],
    ["patch persistentvolumeclaims/status mine-claim", {}],
    ["get persistentvolumes pv", cluster],
    ["get volumeattachments va", storage],
    ["create serviceaccounts/token mine-account", {}],
    ["create leases", lease],
    ["update leases n1", lease],
    ["delete leases n1", lease],
    ["create csinodes", storage],
    ["patch csinodes n1", storage],
    ["create resourceslices", devices],
    ["get resourceslices slice", devices],
    ["list resourceslices", { ...devices, ...where("spec.nodeName=n1,spec.driver=d") }],
    ["deletecollection resourceslices", { ...devices, ...where("spec.nodeName==n1") }],
    ["get nodes n1", cluster],
    ["watch nodes n1", cluster],
    ["create nodes", cluster],
    ["patch nodes n1", cluster],
    ["patch nodes/status n1", cluster],
    ["get pods here", {}],
    ["get pods mirror", {}],
    ["watch pods here", {}],
    ["list pods", { ...cluster, ...where("spec.nodeName=n1") }],
    ["create pods", {}],
    ["delete pods there", {}],
    ["patch pods/status there", {}],
    ["create pods/eviction there", {}],
    ["create events", {}],
    ["list services", cluster],
  ])("allows %s", (path, parts) => {
    expect(ask(path, parts)).toEqual({ decision: "allow", reason: "" });
  });

  it.each<[string, object, string]>([
    ["get secrets mine", { namespace: "m" }, UNRELATED],
    ["get secrets theirs", {}, UNRELATED],
    ["get secrets early", {}, UNRELATED],
    ["get secrets mirrored", {}, UNRELATED],
    ["get secrets pv2-secret", {}, UNRELATED],
    ["list secrets", {}, "No Object name found"],
    ["delete secrets mine", {}, "can only read resources of this type"],
    ["get configmaps/status mine", {}, "cannot read subresource"],
    ["list configmaps", cluster, "can only read namespaced object of this type"],
    ["list persistentvolumeclaims mine-claim", {}, "can only get individual resources of this type"],
    ["get persistentvolumeclaims/status mine-claim", {}, "can only get/update/patch this type"],
    ["get persistentvolumes/status pv", cluster, "cannot get subresource"],
    ["get persistentvolumes pv2", cluster, UNRELATED],
    ["get volumeattachments va2", storage, UNRELATED],
    ["get resourceclaims c", { group: "resource.k8s.io" }, UNRELATED],
    ["get serviceaccounts mine-account", {}, "can only create tokens for individual service accounts"],
    ["create serviceaccounts/other mine-account", {}, "can only create token subresource of serviceaccount"],
    ["create serviceaccounts/token theirs-account", {}, UNRELATED],
    ["list leases", lease, "can only get, create, update, patch, or delete a node lease"],
    ["get leases n1", { ...lease, namespace: "n" }, 'can only access leases in the "kube-node-lease" system namespace'],
    ["get leases n2", lease, "can only access node lease with the same name as the requesting node"],
    ["list csinodes", storage, "can only get, create, update, patch, or delete a CSINode"],
    ["get csinodes/x n1", storage, "cannot authorize CSINode subresources"],
    ["delete csinodes n2", storage, "can only access CSINode with the same name as the requesting node"],
    ["get resourceslices/x slice", devices, "cannot authorize ResourceSlice subresources"],
    ["get resourceslices none", devices, UNRELATED],
    [
      "list resourceslices",
      { ...devices, ...where("spec.nodeName=n2") },
      "can only list/watch/deletecollection resourceslices with nodeName field selector",
    ],
    ["get nodes n2", cluster, "node 'n1' cannot read 'n2', only its own Node object"],
    ["list nodes", cluster, "node 'n1' cannot read all nodes, only its own Node object"],
    ["delete nodes n1", cluster, ""],
    ["get nodes/status n1", cluster, ""],
    ["get nodes/proxy n1", cluster, ""],
    ["get pods there", {}, UNRELATED],
    ["list pods", {}, "can only list/watch pods with spec.nodeName field selector"],
    ["list pods", where("spec.nodeName!=n1"), "can only list/watch pods with spec.nodeName field selector"],
    ["watch pods there", {}, UNRELATED],
    ["update pods here", {}, ""],
    ["get pods/log here", {}, ""],
    ["get deployments d", { group: "apps" }, ""],
  ])("has no opinion on %s %j: %s", (path, parts, reason) => {
    expect(ask(path, parts)).toEqual({ decision: "noOpinion", reason });
  });

  it("allows nodes to read all nodes and pods if selectors are not authorized", () => {
    const older = asker({ selectors: false });
    for (const path of ["list nodes", "get nodes n2", "list pods", "get pods there", "create nodes"]) {
      expect(older(path, cluster)).toMatchObject({ decision: "allow" });
    }
    expect(older("list resourceslices", devices)).toMatchObject({ decision: "allow" });
    expect(older("delete nodes n1", cluster)).toMatchObject({ decision: "noOpinion" });
  });

  it("revokes access when the pod is deleted", () => {
    const authorizer = nodeAuthorizer(reader, createVocabulary());
    const attributes = { resourceRequest: true, verb: "get", group: "", version: "v1", subresource: "" } as const;
    const brief = () => authorizer.authorize(n1, { ...attributes, resource: "secrets", namespace: "n", name: "brief" });
    pod("brief", "n1", "brief");
    expect(brief()).toMatchObject({ decision: "allow" });
    reader.remove(pods, "n", "brief");
    expect(brief()).toMatchObject({ decision: "noOpinion" });
  });

  it("denies nodes without a name and ignores other users", () => {
    const authorizer = nodeAuthorizer(reader, createVocabulary());
    const attributes: Attributes = { resourceRequest: false, verb: "get", path: "/" };
    expect(authorizer.authorize(identity("system:node:", "system:nodes"), attributes)).toEqual({
      decision: "noOpinion",
      reason: 'unknown node for user "system:node:"',
    });
    expect(authorizer.authorize(identity("bob"), attributes)).toEqual({ decision: "noOpinion", reason: "" });
  });

  it("cannot list a node's rules and reports this only for nodes", async () => {
    const authorizer = nodeAuthorizer(reader, createVocabulary());
    expect(await authorizer.rulesFor?.(n1, "n")).toMatchObject({
      incomplete: true,
      evaluationError: "node authorizer does not support user rule resolution",
    });
    expect(await authorizer.rulesFor?.(identity("bob"), "n")).toMatchObject({ incomplete: false });
  });
});
