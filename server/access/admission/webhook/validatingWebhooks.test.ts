import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { patching, startWebhookFixture, type WebhookFixture } from "./testing/webhookFixture.ts";

let world: WebhookFixture;
beforeAll(async () => {
  world = await startWebhookFixture();
});
afterEach(() => world.reset());
afterAll(() => world.stop());

const MAPS = "/api/v1/namespaces/default/configmaps";
const NAME = "v.example.com";
const map = (name: string, labels: Record<string, string> = {}): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, labels },
});
const create = (name: string, query = "") => world.request("POST", `${MAPS}${query}`, map(name));
const rulesFor = (group: string, version: string, resource: string) => [
  { operations: ["*"], apiGroups: [group], apiVersions: [version], resources: [resource] },
];

describe("Validating webhook", () => {
  it("denies a request with its own message", async () => {
    await world.register("Validating", [{ name: NAME }]);
    const refusal = async (status?: object) => {
      world.answer(NAME, () => ({ allowed: false, ...(status === undefined ? {} : { status }) }));
      return (await create("x")).body;
    };
    expect(await refusal()).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: `admission webhook "${NAME}" denied the request without explanation`,
      code: 400,
    });
    expect(await refusal({ reason: "Forbidden", code: 200 })).toMatchObject({
      code: 400,
      reason: "Forbidden",
      message: `admission webhook "${NAME}" denied the request: Forbidden`,
    });
    expect(
      await refusal({ message: "no", code: 418, reason: "Odd", details: { causes: [{ message: "c" }] } }),
    ).toMatchObject({
      code: 418,
      reason: "Odd",
      message: `admission webhook "${NAME}" denied the request: no`,
      details: { causes: [{ message: "c" }] },
    });
  });

  it("receives the final object including the generated name", async () => {
    await world.register("Validating", [{ name: NAME }]);
    const { body } = await world.request("POST", MAPS, {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { generateName: "gen-" },
    });
    const [review] = world.reviews(NAME);
    expect(review?.name).toBe(body.metadata.name);
    expect(review?.object?.metadata).toMatchObject({ name: body.metadata.name, uid: body.metadata.uid });
    expect(review?.oldObject).toBeNull();
    expect(review?.["options"]).toEqual({ kind: "CreateOptions", apiVersion: "meta.k8s.io/v1" });
    expect(world.hook.received[0]?.path).toBe(`/${NAME}?timeout=10s`);
    expect(world.hook.received[0]?.headers["user-agent"]).toBe("kube-apiserver-admission");
  });

  it("is told how much time the request leaves it", async () => {
    await world.register("Validating", [{ name: NAME }]);
    await world.request("POST", `${MAPS}?timeout=4s`, { metadata: { generateName: "gen-" } });
    expect(world.hook.received.map(({ path }) => path)).toEqual([`/${NAME}?timeout=4s`]);
  });

  it("is called in parallel with others; warnings keep the webhooks' order", async () => {
    const names = ["v1.example.com", "v2.example.com", "v3.example.com"];
    await world.register(
      "Validating",
      names.map((name) => ({ name })),
    );
    for (const name of names)
      world.answer(name, () => ({ allowed: name !== "v2.example.com", warnings: [`from ${name}`] }));
    const { body, headers } = await create("x");
    expect(body.message).toBe('admission webhook "v2.example.com" denied the request without explanation');
    expect(headers["warning"]).toBe(names.map((name) => `299 - "from ${name}"`).join(", "));
  });

  it("receives the old object on deletion, and each object of a collection", async () => {
    await create("d1");
    await world.register("Validating", [{ name: NAME }]);
    world.answer(NAME, ({ oldObject }) => ({ allowed: oldObject?.metadata.name !== "d1" }));
    expect((await world.request("DELETE", `${MAPS}/d1`, { gracePeriodSeconds: 0 })).status).toBe(400);
    expect(world.reviews(NAME)[0]).toMatchObject({
      name: "d1",
      operation: "DELETE",
      object: null,
      oldObject: { kind: "ConfigMap", metadata: { name: "d1" } },
      options: { kind: "DeleteOptions", apiVersion: "meta.k8s.io/v1", gracePeriodSeconds: 0 },
    });
    expect((await world.request("DELETE", MAPS)).status).toBe(400);
    expect(world.reviews(NAME).at(-1)?.name).toBeUndefined();
    expect((await world.request("GET", `${MAPS}/d1`)).status).toBe(200);
  });

  it("receives v1beta1 reviews if that is the version it supports", async () => {
    await world.register("Validating", [{ name: NAME, admissionReviewVersions: ["v9", "v1beta1"] }]);
    expect((await create("old")).status).toBe(201);
    expect(world.hook.received[0]?.body["apiVersion"]).toBe("admission.k8s.io/v1beta1");
  });

  it("is updated while the server runs and never called for webhook configurations", async () => {
    await world.register("Validating", [{ name: NAME, rules: rulesFor("*", "*", "*/*") }]);
    world.answer(NAME, () => ({ allowed: false }));
    expect((await create("f")).status).toBe(400);
    const path = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/config";
    expect((await world.request("DELETE", path)).status).toBe(200);
    expect((await create("f")).status).toBe(201);
  });
});

describe("Failure policy", () => {
  const FAILED = `Internal error occurred: failed calling webhook "${NAME}": `;

  it.each([
    [
      "a timeout",
      "hang",
      (url: string) => `failed to call webhook: Post "${url}/${NAME}?timeout=1s": context deadline exceeded`,
    ],
    [
      "an HTTP error",
      { status: 500, type: "text/plain", text: "boom" },
      () => 'failed to call webhook: an error on the server ("boom") has prevented the request from succeeding',
    ],
    [
      "a response with another UID",
      { allowed: true, uid: "x" },
      () => "received invalid webhook response: expected response.uid=",
    ],
    [
      "a response with a patch",
      patching({}),
      () => "received invalid webhook response: validating webhook may not return response.patch",
    ],
  ] as const)("Fail rejects and Ignore allows the request after %s", async (_what, answer, detail) => {
    for (const failurePolicy of ["Fail", "Ignore"]) {
      await world.register("Validating", [{ name: NAME, failurePolicy, timeoutSeconds: 1 }]);
      world.answer(NAME, () => answer);
      const { status, body } = await create("p", "?dryRun=All");
      if (failurePolicy === "Ignore") expect(status).toBe(201);
      else {
        expect([status, body.reason]).toEqual([500, "InternalError"]);
        expect(body.message).toContain(FAILED + detail(world.hook.url));
        expect(body.details?.causes?.[0]?.message).toBe(body.message?.replace("Internal error occurred: ", ""));
      }
      await world.reset();
    }
  });

  it("reports invalid endpoints", async () => {
    const message = async (clientConfig: object): Promise<string> => {
      await world.register("Validating", [{ name: NAME, clientConfig }]);
      const { body } = await create("p");
      await world.reset();
      return (body.message ?? "").replace(FAILED, "");
    };
    const caBundle = Buffer.from(world.hook.ca).toString("base64");
    expect(await message({ url: world.hook.url })).toBe(
      `failed to call webhook: Post "${world.hook.url}/?timeout=10s": tls: failed to verify certificate: x509: certificate signed by unknown authority`,
    );
    expect(await message({ service: { namespace: "ns", name: "svc", path: "/v" }, caBundle })).toBe(
      'failed to call webhook: Post "https://svc.ns.svc:443/v?timeout=10s": service "svc" not found',
    );
    expect(await message({ url: world.hook.url, caBundle: Buffer.from("x").toString("base64") })).toBe(
      "could not get REST client: unable to load root certificates: unable to parse bytes as PEM block",
    );
  });
});

describe("Webhook matching", () => {
  it("converts objects written in another version", async () => {
    await world.register("Validating", [
      { name: NAME, rules: rulesFor("autoscaling", "v1", "horizontalpodautoscalers") },
    ]);
    const path = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";
    const scaler = {
      apiVersion: "autoscaling/v2",
      kind: "HorizontalPodAutoscaler",
      metadata: { name: "h" },
      spec: {
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" },
        maxReplicas: 3,
        metrics: [
          { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 70 } } },
        ],
      },
    };
    expect((await world.request("POST", path, scaler)).status).toBe(201);
    const kind = (version: string) => ({ group: "autoscaling", version, kind: "HorizontalPodAutoscaler" });
    expect(world.reviews(NAME)[0]).toMatchObject({
      kind: kind("v1"),
      requestKind: kind("v2"),
      requestResource: { group: "autoscaling", version: "v2", resource: "horizontalpodautoscalers" },
      object: { apiVersion: "autoscaling/v1", spec: { targetCPUUtilizationPercentage: 70 } },
    });
    await world.reset();
    const rules = rulesFor("autoscaling", "v1", "horizontalpodautoscalers");
    await world.register("Validating", [{ name: NAME, rules, matchPolicy: "Exact" }]);
    await world.request("DELETE", `${path}/h`);
    expect(world.reviews(NAME)).toEqual([]);
  });

  it("uses labels of objects and namespaces", async () => {
    await world.register("Validating", [
      {
        name: NAME,
        objectSelector: { matchLabels: { app: "web" } },
        namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "default" } },
      },
    ]);
    await world.request("POST", MAPS, map("s1", { app: "web" }));
    await world.request("POST", MAPS, map("s2", { app: "db" }));
    await world.request("POST", "/api/v1/namespaces/kube-public/configmaps", map("s3", { app: "web" }));
    expect(world.reviews(NAME).map(({ name }) => name)).toEqual(["s1"]);
  });

  it("includes connect requests, namespaces and evictions", async () => {
    await world.register("Validating", [{ name: NAME, rules: rulesFor("", "v1", "*/*") }]);
    await world.request("POST", "/api/v1/namespaces", {
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { name: "team" },
    });
    expect(world.reviews(NAME)[0]).toMatchObject({
      name: "team",
      namespace: "team",
      resource: { resource: "namespaces" },
    });
    await world.request("POST", "/api/v1/namespaces/default/pods/p/exec?command=ls&command=-l&stdout=true&container=c");
    expect(world.reviews(NAME)[1]).toMatchObject({
      kind: { group: "", version: "v1", kind: "PodExecOptions" },
      name: "p",
      operation: "CONNECT",
      subResource: "exec",
      object: { kind: "PodExecOptions", apiVersion: "v1", stdout: true, container: "c", command: ["ls", "-l"] },
      options: null,
    });
    await world.request("POST", "/api/v1/namespaces/default/pods/p/eviction", {
      apiVersion: "policy/v1",
      kind: "Eviction",
      metadata: { name: "p" },
    });
    expect(world.reviews(NAME)[2]).toMatchObject({
      kind: { kind: "Eviction" },
      operation: "CREATE",
      subResource: "eviction",
    });
  });
});

describe("Dry run", () => {
  it("calls only webhooks without side effects", async () => {
    await world.register("Validating", [{ name: NAME, sideEffects: "NoneOnDryRun" }]);
    expect((await create("dry", "?dryRun=All")).status).toBe(201);
    expect(world.reviews(NAME)[0]).toMatchObject({ dryRun: true, options: { dryRun: ["All"] } });
    expect((await world.request("GET", `${MAPS}/dry`)).status).toBe(404);
  });
});

describe("Webhook calls", () => {
  it("are counted", async () => {
    await world.register("Validating", [
      { name: "counted.example.com" },
      { name: "open.example.com", failurePolicy: "Ignore" },
    ]);
    world.answer("counted.example.com", () => ({ allowed: false, status: { code: 403 } }));
    world.answer("open.example.com", () => ({ status: 500, text: "" }));
    await create("m");
    const { text } = await world.request("GET", "/metrics");
    expect(text).toContain(
      'apiserver_admission_webhook_rejection_count{name="counted.example.com",type="validating",operation="CREATE",error_type="no_error",rejection_code="403"} 1',
    );
    expect(text).toContain('apiserver_admission_webhook_fail_open_count{name="open.example.com",type="validating"} 1');
    expect(text).toContain(
      'apiserver_admission_webhook_admission_duration_seconds_count{name="counted.example.com",type="validating",operation="CREATE",rejected="true"} 1',
    );
  });
});
