import { createPublicKey, verify } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ApiPlace, nextEvent } from "../apiPlace.ts";
import { pod } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { BUSYBOX, ending, execOutput, mountTest, outputOf } from "../containerOutput.ts";
import { at } from "../shape.ts";

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

const ACCOUNTS = "v1/serviceaccounts";

const TOKENS = "/var/run/secrets/kubernetes.io/serviceaccount";

test("[sig-auth] ServiceAccounts should mount an API token into pods", async () => {
  await place.create(ACCOUNTS, { metadata: { name: "mounted" } });
  const container = { image: BUSYBOX, command: ["sleep", "3600"] };
  await place.create("v1/pods", ending("holder", container, { serviceAccountName: "mounted" }));
  await place.becomes("v1/pods/holder", { status: { containerStatuses: [{ ready: true }] } });
  const file = (name: string): Promise<string> => execOutput(place, "holder", ["cat", `${TOKENS}/${name}`]);
  const review = await cluster.whole.create("authentication.k8s.io/v1/tokenreviews", {
    spec: { token: await file("token") },
  });
  expect(review["status"]).toMatchObject({
    authenticated: true,
    user: {
      username: `system:serviceaccount:${place.namespace}:mounted`,
      groups: ["system:serviceaccounts", `system:serviceaccounts:${place.namespace}`, "system:authenticated"],
    },
  });
  const root = await place.get("v1/configmaps/kube-root-ca.crt");
  expect(await file("ca.crt")).toBe(at<Record<string, string>>(root, "data")["ca.crt"]);
  expect(await file("namespace")).toBe(place.namespace);
});

test("[sig-auth] ServiceAccounts should mount projected service account token", async () => {
  const token = { serviceAccountToken: { path: "token", expirationSeconds: 3600 } };
  const container = {
    ...mountTest({ file_content: "/var/run/secrets/tokens/token" }),
    volumeMounts: [{ name: "token", mountPath: "/var/run/secrets/tokens" }],
  };
  const spec = { volumes: [{ name: "token", projected: { sources: [token] } }] };
  const output = await outputOf(place, ending("projected", container, spec));
  const [, payload = ""] = /: [^.]+\.([^.]+)\./.exec(output) ?? [];
  expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toMatchObject({
    sub: `system:serviceaccount:${place.namespace}:default`,
  });
});

test("[sig-auth] ServiceAccounts should allow opting out of API token automount", async () => {
  for (const [name, automount] of [
    ["default-choice", undefined],
    ["mount", true],
    ["nomount", false],
  ] as const) {
    await place.create(ACCOUNTS, {
      metadata: { name },
      ...(automount === undefined ? {} : { automountServiceAccountToken: automount }),
    });
  }
  // What the pod says goes before what the account says.
  const expected = [
    ["default-choice", undefined, true],
    ["default-choice", true, true],
    ["default-choice", false, false],
    ["mount", undefined, true],
    ["mount", true, true],
    ["mount", false, false],
    ["nomount", undefined, false],
    ["nomount", true, true],
    ["nomount", false, false],
  ] as const;
  for (const [account, automount, mounts] of expected) {
    const spec = {
      serviceAccountName: account,
      ...(automount === undefined ? {} : { automountServiceAccountToken: automount }),
    };
    const made = await place.create("v1/pods", pod(`pod-${account}-${automount}`, spec));
    const paths = at<{ mountPath: string }[] | undefined>(made, "spec.containers.0.volumeMounts") ?? [];
    expect(
      paths.some(({ mountPath }) => mountPath === "/var/run/secrets/kubernetes.io/serviceaccount"),
      made.metadata.name,
    ).toBe(mounts);
  }
});

test("[sig-auth] ServiceAccounts should run through the lifecycle of a ServiceAccount", async () => {
  const selected = `${ACCOUNTS}?labelSelector=test-serviceaccount-static%3Dtrue`;
  const watch = await place.watch(`${selected}&resourceVersion=0`);
  await place.create(ACCOUNTS, {
    metadata: { name: "testserviceaccount", labels: { "test-serviceaccount-static": "true" } },
  });
  await nextEvent(watch, "ADDED", { metadata: { name: "testserviceaccount" } });
  await place.patch(`${ACCOUNTS}/testserviceaccount`, { automountServiceAccountToken: true }, "strategic-merge");
  await nextEvent(watch, "MODIFIED", { automountServiceAccountToken: true });
  expect(await cluster.whole.list(selected)).toHaveLength(1);
  await place.remove(selected);
  await nextEvent(watch, "DELETED", { metadata: { name: "testserviceaccount" } });
  watch.close();
});

test("[sig-auth] ServiceAccounts should update a ServiceAccount", async () => {
  const made = await place.create(ACCOUNTS, { metadata: { name: "e2e-sa" } });
  expect(made["automountServiceAccountToken"]).toBeUndefined();
  const updated = await place.update(`${ACCOUNTS}/e2e-sa`, (object) => ({
    ...object,
    automountServiceAccountToken: true,
  }));
  expect(updated).toMatchObject({ automountServiceAccountToken: true });
});

test("[sig-auth] ServiceAccounts should guarantee kube-root-ca.crt exist in any namespace", async () => {
  const reference = "v1/configmaps/kube-root-ca.crt";
  const { data } = await place.becomes(reference, {
    data: { "ca.crt": (text: string) => text.includes("BEGIN CERTIFICATE") },
  });
  await place.remove(reference);
  await place.becomes(reference, { data: data as object });
  await place.update(reference, (object) => ({ ...object, data: { "ca.crt": "" } }));
  await place.becomes(reference, { data: data as object });
});

const claims = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

test("[sig-auth] ServiceAccounts should create a serviceAccountToken and ensure a successful TokenReview", async () => {
  await place.create(ACCOUNTS, { metadata: { name: "e2e-sa" } });
  const request = await place.create(`${ACCOUNTS}/e2e-sa/token`, {
    apiVersion: "authentication.k8s.io/v1",
    kind: "TokenRequest",
    spec: { expirationSeconds: 3600 },
  });
  const token = at<string>(request, "status.token");
  const review = await cluster.whole.create("authentication.k8s.io/v1/tokenreviews", {
    apiVersion: "authentication.k8s.io/v1",
    kind: "TokenReview",
    metadata: { name: "review" },
    spec: { token },
  });
  expect(review["status"]).toMatchObject({
    authenticated: true,
    user: {
      username: `system:serviceaccount:${place.namespace}:e2e-sa`,
      groups: expect.arrayContaining(["system:serviceaccounts", `system:serviceaccounts:${place.namespace}`]),
    },
  });
  expect(at(review, "status.error")).toBeUndefined();
});

test("[sig-auth] ServiceAccounts ServiceAccountIssuerDiscovery should support OIDC discovery of service account issuer", async () => {
  const { status } = await place.create(`${ACCOUNTS}/default/token`, {
    apiVersion: "authentication.k8s.io/v1",
    kind: "TokenRequest",
    spec: { audiences: ["oidc-discovery-test"] },
  });
  const { token } = status as { token: string };
  const as = {
    as: "nobody",
    headers: {
      authorization: `Bearer ${at(await place.create(`${ACCOUNTS}/default/token`, { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} }), "status.token")}`,
    },
  };
  const found = (await cluster.server.request("GET", "/.well-known/openid-configuration", as)).body as unknown as {
    issuer: string;
    jwks_uri: string;
  };
  expect(claims(token)).toMatchObject({
    iss: found.issuer,
    aud: ["oidc-discovery-test"],
    sub: `system:serviceaccount:${place.namespace}:default`,
  });
  const { pathname } = new URL(found.jwks_uri);
  const { keys } = (await cluster.server.request("GET", pathname, as)).body as unknown as {
    keys: ({ kid: string } & Record<string, unknown>)[];
  };
  const [head = "", body = "", signature = ""] = token.split(".");
  const { kid, alg } = JSON.parse(Buffer.from(head, "base64url").toString()) as { kid: string; alg: string };
  const key = keys.find((each) => each.kid === kid);
  expect(alg).toBe("RS256");
  expect(
    verify(
      "RSA-SHA256",
      Buffer.from(`${head}.${body}`),
      createPublicKey({ key: key as never, format: "jwk" }),
      Buffer.from(signature, "base64url"),
    ),
  ).toBe(true);
});
