import { afterAll, beforeAll, expect, test } from "vitest";
import { makeRequest } from "../../../ground/x509/testing/makeRequest.ts";
import { supportsApiOperations } from "../apiOperations.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";

let cluster: ClusterUnderTest;
beforeAll(async () => {
  cluster = await startClusterUnderTest({ simulatedNodes: 0 });
});
afterAll(() => cluster.stop());

const AUTHORIZATION = "authorization.k8s.io/v1";

test("[sig-auth] SubjectReview should support SubjectReview API operations", async () => {
  const place = await cluster.namespace();
  const { metadata } = await place.create("v1/serviceaccounts", { metadata: { name: "e2e" } });
  const user = `system:serviceaccount:${place.namespace}:${metadata.name}`;
  const resourceAttributes = {
    group: "apps",
    namespace: place.namespace,
    resource: "deployments",
    verb: "list",
    version: "v1",
  };
  const groups = ["system:authenticated"];
  const body = (kind: string) => ({
    apiVersion: AUTHORIZATION,
    kind,
    ...(kind.startsWith("Local") ? { metadata: { namespace: place.namespace } } : {}),
    spec: { resourceAttributes, user, uid: metadata.uid, groups },
  });
  const allowed = async (): Promise<unknown[]> => {
    const whole = await cluster.whole.create(`${AUTHORIZATION}/subjectaccessreviews`, body("SubjectAccessReview"));
    const local = await place.create(`${AUTHORIZATION}/localsubjectaccessreviews`, body("LocalSubjectAccessReview"));
    return [whole, local].map(({ status }) => (status as { allowed: boolean }).allowed);
  };
  expect(await allowed()).toEqual([false, false]);
  const rules = [{ apiGroups: ["apps"], resources: ["deployments"], verbs: ["list"] }];
  await place.create("rbac.authorization.k8s.io/v1/roles", { metadata: { name: "lister" }, rules });
  await place.create("rbac.authorization.k8s.io/v1/rolebindings", {
    metadata: { name: "lister" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "lister" },
    subjects: [{ kind: "ServiceAccount", name: metadata.name, namespace: place.namespace }],
  });
  await expect.poll(allowed).toEqual([true, true]);
});

test("[sig-auth] Certificates API [Privileged:ClusterAdmin] should support CSR API operations", async () => {
  const { base64: request } = await makeRequest({ commonName: "e2e-example" });
  await supportsApiOperations(cluster.whole, {
    resource: "certificates.k8s.io/v1/certificatesigningrequests",
    kind: "CertificateSigningRequest",
    make: (name, labels) => ({
      metadata: { name, labels },
      spec: {
        request,
        signerName: "example.com/e2e-signer",
        expirationSeconds: 3600,
        usages: ["digital signature", "key encipherment", "server auth"],
      },
    }),
  });
  const CSRS = "certificates.k8s.io/v1/certificatesigningrequests";
  await cluster.whole.create(CSRS, {
    metadata: { name: "decided" },
    spec: { request, signerName: "example.com/e2e-signer", usages: ["digital signature", "server auth"] },
  });
  const approved = await cluster.whole.patch(`${CSRS}/decided/approval`, {
    metadata: { annotations: { patchedapproval: "true" } },
    status: { conditions: [{ type: "ApprovalPatch", status: "True", reason: "e2e" }] },
  });
  expect(approved).toMatchObject({
    status: { conditions: [{ type: "ApprovalPatch", status: "True", reason: "e2e" }] },
    metadata: { annotations: { patchedapproval: "true" } },
  });
  const updated = await cluster.whole.update(`${CSRS}/decided/approval`, (object) => {
    const { conditions } = object["status"] as { conditions: object[] };
    return {
      ...object,
      status: { conditions: [...conditions, { type: "ApprovalUpdate", status: "True", reason: "e2e" }] },
    };
  });
  expect(updated).toMatchObject({ status: { conditions: [{ type: "ApprovalPatch" }, { type: "ApprovalUpdate" }] } });
  const status = await cluster.whole.patch(`${CSRS}/decided/status`, {
    status: {
      conditions: [
        { type: "StatusPatch", status: "True", reason: "e2e" },
        ...(updated["status"] as { conditions: object[] }).conditions,
      ],
    },
  });
  expect(status).toMatchObject({
    status: { conditions: expect.arrayContaining([expect.objectContaining({ type: "StatusPatch" })]) },
  });
});
