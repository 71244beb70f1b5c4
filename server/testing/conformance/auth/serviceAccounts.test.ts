import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ApiPlace, nextEvent } from "../apiPlace.ts";
import { pod } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { AGNHOST, BUSYBOX, ending, execOutput, logOf, mountTest, outputOf, prints } from "../containerOutput.ts";
import { at } from "../shape.ts";

/** Factor by which time runs faster, because a token is replaced only after minutes. */
const SPEED = 120;

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest({}, SPEED);
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
  // Settings of the pod take precedence over those of the account.
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
  const container = {
    image: AGNHOST,
    args: [
      "test-service-account-issuer-discovery",
      "--token-path=/var/run/secrets/tokens/sa-token",
      "--audience=oidc-discovery-test",
    ],
    volumeMounts: [{ name: "sa-token", mountPath: "/var/run/secrets/tokens", readOnly: true }],
  };
  const token = { serviceAccountToken: { path: "sa-token", expirationSeconds: 7200, audience: "oidc-discovery-test" } };
  const spec = { serviceAccountName: "default", volumes: [{ name: "sa-token", projected: { sources: [token] } }] };
  const output = await outputOf(place, ending("oidc-discovery-validator", container, spec));
  // With the in-cluster configuration, without any fallback.
  expect(output).toMatch(/OK: Validated signature on JWT[\s\S]*OK: Got valid claims from token!/);
  expect(output).not.toContain("falling back");
  const [, validated = "{}"] = /Full, validated claims: \n(.*)\n/.exec(output) ?? [];
  expect(JSON.parse(validated)).toMatchObject({
    aud: ["oidc-discovery-test"],
    sub: `system:serviceaccount:${place.namespace}:default`,
  });
});

test("a relying party refuses tokens for other audiences and servers with an unknown CA", async () => {
  const verifier = (name: string, audience: string, path: string) => {
    const args = ["test-service-account-issuer-discovery", `--token-path=${path}`, `--audience=${audience}`];
    return ending(name, { image: AGNHOST, args });
  };
  const failure = async (pod: ReturnType<typeof ending>): Promise<string> => {
    await place.create("v1/pods", pod);
    await place.becomes(`v1/pods/${pod.metadata.name}`, {
      status: { phase: "Failed", containerStatuses: [{ state: { terminated: { exitCode: 1 } } }] },
    });
    return logOf(place, pod.metadata.name);
  };
  const others = await failure(verifier("others", "nobody", `${TOKENS}/token`));
  expect(others).toContain('failed to validate with in-cluster discovery: oidc: expected audience "nobody" got [');
  expect(others).toMatch(/falling back to validating with external discovery\n[\s\S]*SSL certificate problem/);
  expect(await failure(verifier("none", "any", "/none"))).toContain("open /none: no such file or directory");
});

/** Parses the log of the client inside of a cluster in the same way as the upstream test. */
function readClientLog(log: string): { tokens: Set<string>; hasFailed: boolean } {
  const tokens = [...log.matchAll(/ authz_header=(\S+)/g)].map(([, hash = ""]) => hash);
  return { tokens: new Set(tokens), hasFailed: log.includes("status=failed") || tokens.includes("<empty>") };
}

// Upstream, this is not a conformance test: "ServiceAccounts should support InClusterConfig with token rotation".
test("an in-cluster client keeps working while its token is rotated", async () => {
  const mount = { mountPath: TOKENS, name: "kube-api-access-e2e", readOnly: true };
  const sources = [
    { serviceAccountToken: { path: "token", expirationSeconds: 600 } },
    { configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] } },
    {
      downwardAPI: { items: [{ path: "namespace", fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" } }] },
    },
  ];
  const container = { image: AGNHOST, args: ["inclusterclient"], volumeMounts: [mount] };
  const spec = { serviceAccountName: "default", volumes: [{ name: "kube-api-access-e2e", projected: { sources } }] };
  await place.create("v1/pods", ending("inclusterclient", container, spec));
  await place.becomes("v1/pods/inclusterclient", { status: { phase: "Running" } });
  await prints(place, "inclusterclient", "calling /healthz");
  const seen = async () => readClientLog(await logOf(place, "inclusterclient"));
  await expect.poll(async () => (await seen()).tokens.size, { timeout: 17_000 }).toBe(2);
  expect((await seen()).hasFailed).toBe(false);
});

// Upstream, these are not conformance tests either.
test.each([
  ["no user or group", {}, {}, "-rw-r--r--", 0, 0],
  ["a user", { runAsUser: 1000 }, {}, "-rw-------", 1000, 0],
  ["a user and an fsGroup", { runAsUser: 1000, fsGroup: 10_000 }, {}, "-rw-r-----", 1000, 10_000],
  ["an fsGroup", { fsGroup: 10_000 }, {}, "-rw-r-----", 0, 10_000],
  ["a user for the container", {}, { runAsUser: 1001 }, "-rw-------", 1001, 0],
] as const)(
  "the token file of a pod that sets %s has the expected owner and mode",
  async (_what, ofPod, ofContainer, mode, user, group) => {
    const path = `${TOKENS}/token`;
    const container = {
      ...mountTest({ file_perm: path, file_owner: path, file_content: path }),
      securityContext: ofContainer,
    };
    const output = await outputOf(place, ending("owned", container, { securityContext: ofPod }));
    expect(output).toContain(`perms of file "${path}": ${mode}\n`);
    expect(output).toContain(`owner UID of "${path}": ${user}\nowner GID of "${path}": ${group}\n`);
  },
);
