import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiObject, ManagedFieldsEntry } from "../../../shared/object.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

const APPLY = { "content-type": "application/apply-patch+yaml" };
const MERGE = { "content-type": "application/merge-patch+json" };
const TABLE = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
const METRICS = "autoscaling.alpha.kubernetes.io/metrics";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ runtimeConfig: { "api/all": "true" } });
});
afterAll(() => server.stop());

/**
 * Which manager owns which top-level fields of the spec, and through which version: `a Apply autoscaling/v2:
 * maxReplicas`.
 */
const owners = (object: ApiObject): string[] =>
  (object.metadata.managedFields ?? []).map(({ manager, operation, apiVersion, fieldsV1 }: ManagedFieldsEntry) => {
    const spec = (fieldsV1 as { "f:spec"?: object } | undefined)?.["f:spec"] ?? {};
    const names = Object.keys(spec).map((name) => name.slice(2));
    return `${manager} ${operation} ${apiVersion}: ${names.sort().join(" ")}`;
  });

const member = (object: ApiObject, name: string): Record<string, unknown> =>
  (object[name] ?? {}) as Record<string, unknown>;

describe("autoscalers in two versions", () => {
  const path = (version: string, name: string): string =>
    `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers/${name}`;
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "d" };
  const memory = {
    type: "Resource",
    resource: { name: "memory", target: { type: "Utilization", averageUtilization: 60 } },
  };
  const apply = (version: string, name: string, manager: string, spec: object, force = false) =>
    server.request("PATCH", `${path(version, name)}?fieldManager=${manager}&force=${force}`, {
      headers: APPLY,
      body: { apiVersion: `autoscaling/${version}`, kind: "HorizontalPodAutoscaler", metadata: { name }, spec },
    });
  const get = async (version: string, name: string): Promise<ApiObject> =>
    (await server.request("GET", path(version, name))).body;

  test("field managers keep the version they wrote", async () => {
    await apply("v2", "keep", "a", { scaleTargetRef, maxReplicas: 5, metrics: [memory] });
    const second = await apply("v1", "keep", "b", { minReplicas: 2 });
    expect(second.status).toBe(200);
    const expected = [
      "a Apply autoscaling/v2: maxReplicas metrics scaleTargetRef",
      "b Apply autoscaling/v1: minReplicas",
    ];
    expect(owners(second.body)).toEqual(expected);
    expect(owners(await get("v2", "keep"))).toEqual(expected);
    // Applying the same again changes nothing.
    const again = await apply("v2", "keep", "a", { scaleTargetRef, maxReplicas: 5, metrics: [memory] });
    expect(again.body.metadata.resourceVersion).toBe(second.body.metadata.resourceVersion);
  });

  test("conflicts are detected in the owner's version", async () => {
    await apply("v2", "clash", "a", { scaleTargetRef, maxReplicas: 5, metrics: [memory] });
    const same = await apply("v1", "clash", "b", { maxReplicas: 5 });
    expect(same.status).toBe(200);
    const other = await apply("v1", "clash", "c", { maxReplicas: 7 });
    expect(other.status).toBe(409);
    expect(other.body["message"]).toBe(
      'Apply failed with 2 conflicts: conflicts with "a":\n- .spec.maxReplicas\nconflicts with "b":\n- .spec.maxReplicas',
    );
    // v1 has a field for CPU utilization; v2 has it among the metrics, which are one atomic value.
    const cpu = await apply("v1", "clash", "c", { targetCPUUtilizationPercentage: 70 });
    expect(cpu.body["message"]).toBe('Apply failed with 1 conflict: conflict with "a": .spec.metrics');
    const forced = await apply("v1", "clash", "c", { targetCPUUtilizationPercentage: 70 }, true);
    expect(owners(forced.body)).toContain("a Apply autoscaling/v2: maxReplicas scaleTargetRef");
    expect(member(await get("v2", "clash"), "spec")["metrics"]).toHaveLength(2);
  });

  test("a manager that applies another version loses the fields that the new configuration omits", async () => {
    await apply("v2", "move", "a", { scaleTargetRef, maxReplicas: 5, metrics: [memory] });
    const moved = await apply("v1", "move", "a", { scaleTargetRef, maxReplicas: 6 });
    expect(moved.status).toBe(200);
    expect(owners(moved.body)).toEqual(["a Apply autoscaling/v1: maxReplicas scaleTargetRef"]);
    expect(moved.body.metadata.annotations).toBeUndefined();
    // Without any metric, the default metric is set.
    expect(member(await get("v2", "move"), "spec")).toMatchObject({
      maxReplicas: 6,
      metrics: [{ resource: { name: "cpu", target: { averageUtilization: 80 } } }],
    });
  });

  test("a PUT in one version takes fields from owners in the other", async () => {
    await apply("v2", "put", "a", { scaleTargetRef, minReplicas: 2, maxReplicas: 5, metrics: [memory] });
    const shown = await get("v1", "put");
    expect(JSON.parse(shown.metadata.annotations?.[METRICS] ?? "")).toEqual([
      { type: "Resource", resource: { name: "memory", targetAverageUtilization: 60 } },
    ]);
    const body = { ...shown, spec: { ...member(shown, "spec"), minReplicas: 3 } };
    const written = await server.request("PUT", `${path("v1", "put")}?fieldManager=c`, { body });
    expect(owners(written.body)).toEqual([
      "a Apply autoscaling/v2: maxReplicas metrics scaleTargetRef",
      "c Update autoscaling/v1: minReplicas",
    ]);
    const stored = await get("v2", "put");
    expect(stored.metadata.annotations).toBeUndefined();
    expect(member(stored, "spec")).toMatchObject({ minReplicas: 3, metrics: [memory] });
    // v1 writes zeros, which v2 leaves out.
    expect(member(stored, "status")).toEqual({ desiredReplicas: 0, currentMetrics: null });
    expect(member(written.body, "status")).toEqual({ currentReplicas: 0, desiredReplicas: 0 });
  });

  test("status writers own no spec fields in either version", async () => {
    await apply("v2", "status", "a", { scaleTargetRef, maxReplicas: 5 });
    const status = { currentReplicas: 1, desiredReplicas: 2 };
    const { body } = await server.request("PATCH", `${path("v1", "status")}/status?fieldManager=s`, {
      headers: MERGE,
      body: { spec: { maxReplicas: 9 }, status },
    });
    expect(owners(body)).toEqual(["a Apply autoscaling/v2: maxReplicas scaleTargetRef", "s Update autoscaling/v1: "]);
    expect(member(await get("v2", "status"), "status")).toMatchObject(status);
    expect(member(await get("v2", "status"), "spec")["maxReplicas"]).toBe(5);
  });

  test("lists, tables and watches use the version of the path", async () => {
    const collection = (version: string) => path(version, "").slice(0, -1);
    const stream = await server.watch(`${collection("v1")}?watch=true`);
    await apply("v2", "watched", "a", { scaleTargetRef, maxReplicas: 5, metrics: [memory] });
    for (;;) {
      const event = await stream.next();
      if (event === undefined) throw new Error("the stream ended");
      const { object } = event;
      expect(object.apiVersion).toBe("autoscaling/v1");
      if (object.metadata.name !== "watched") continue;
      expect(object.metadata.annotations).toHaveProperty([METRICS]);
      break;
    }
    stream.close();
    const rows = async (version: string): Promise<unknown[]> => {
      const { body } = await server.request("GET", collection(version), { headers: TABLE });
      return (body["rows"] as { cells: unknown[] }[]).map(({ cells }) => cells.slice(0, -1));
    };
    expect(await rows("v1")).toEqual(await rows("v2"));
  });
});

describe("resource slices in two versions", () => {
  const path = (version: string, name = ""): string => `/apis/resource.k8s.io/${version}/resourceslices/${name}`;
  const slice = (version: string, name: string, memory: unknown) => ({
    apiVersion: `resource.k8s.io/${version}`,
    kind: "ResourceSlice",
    metadata: { name },
    spec: {
      driver: "gpu.example.com",
      pool: { name: "p", generation: 1, resourceSliceCount: 1 },
      nodeName: "n",
      devices: [{ name: "gpu-0", basic: { capacity: { memory } } }],
    },
  });
  const memoryOf = (object: ApiObject): unknown =>
    (member(object, "spec")["devices"] as { basic: { capacity: { memory: unknown } } }[])[0]?.basic.capacity.memory;

  test("capacities have the form of each version", async () => {
    const created = await server.request("POST", path("v1alpha3").slice(0, -1), {
      body: slice("v1alpha3", "s", "1Gi"),
    });
    expect(created.status).toBe(201);
    expect(memoryOf(created.body)).toBe("1Gi");
    const beta = await server.request("GET", path("v1beta1", "s"));
    expect(beta.body).toMatchObject({ apiVersion: "resource.k8s.io/v1beta1", metadata: { generation: 1 } });
    expect(memoryOf(beta.body)).toEqual({ value: "1Gi" });
    const body = slice("v1beta1", "s", { value: "2Gi" });
    const put = await server.request("PUT", path("v1beta1", "s"), { body });
    expect(put.body.metadata.generation).toBe(2);
    const { body: list } = await server.request(
      "GET",
      `${path("v1alpha3").slice(0, -1)}?fieldSelector=spec.nodeName=n`,
    );
    expect((list["items"] as ApiObject[]).map(memoryOf)).toEqual(["2Gi"]);
  });

  test("unsupported field selectors are refused with the kind's name", async () => {
    const { status, body } = await server.request("GET", `${path("v1alpha3").slice(0, -1)}?fieldSelector=spec.pool=p`);
    expect(status).toBe(400);
    expect(String(body["message"])).toContain(
      "field label not supported for resource.k8s.io/v1alpha3, Kind=ResourceSlice: spec.pool",
    );
  });

  test("each version refuses the other's form", async () => {
    const wrong = await server.request("POST", path("v1beta1").slice(0, -1), { body: slice("v1beta1", "w", "1Gi") });
    expect(wrong.status).toBe(400);
  });
});

describe("events in two groups", () => {
  const core = "/api/v1/namespaces/default/events";
  const events = "/apis/events.k8s.io/v1/namespaces/default/events";
  const body = {
    apiVersion: "events.k8s.io/v1",
    kind: "Event",
    metadata: { name: "e" },
    eventTime: "2026-01-02T03:04:05.000000Z",
    reportingController: "example.com/c",
    reportingInstance: "c-1",
    action: "Act",
    reason: "Reason",
    regarding: { kind: "Pod", namespace: "default", name: "p" },
    note: "text",
    type: "Normal",
  };

  test("objects are visible in both groups, and managed fields keep their group", async () => {
    expect((await server.request("POST", `${events}?fieldManager=a`, { body })).status).toBe(201);
    const shown = (await server.request("GET", `${core}/e`)).body;
    expect(shown).toMatchObject({ apiVersion: "v1", message: "text", reportingComponent: "example.com/c" });
    expect(shown["involvedObject"]).toEqual(body.regarding);
    const patched = await server.request("PATCH", `${core}/e?fieldManager=b`, { headers: MERGE, body: { count: 3 } });
    expect(patched.status).toBe(200);
    const versions = (patched.body.metadata.managedFields ?? []).map(
      ({ manager, apiVersion }) => `${manager} ${apiVersion}`,
    );
    expect(versions.sort()).toEqual(["a events.k8s.io/v1", "b v1"]);
    expect((await server.request("GET", `${events}/e`)).body["deprecatedCount"]).toBe(3);
  });

  test("field selectors use the field names of the group", async () => {
    const names = async (path: string) =>
      ((await server.request("GET", path)).body["items"] as ApiObject[] | undefined)?.map((e) => e.metadata.name);
    expect(await names(`${events}?fieldSelector=regarding.name=p`)).toEqual(["e"]);
    expect(await names(`${core}?fieldSelector=involvedObject.name=p`)).toEqual(["e"]);
  });
});

test("policy bindings written as v1beta1 are readable as v1", async () => {
  const path = (version: string) => `/apis/admissionregistration.k8s.io/${version}/validatingadmissionpolicybindings`;
  const body = {
    apiVersion: "admissionregistration.k8s.io/v1beta1",
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name: "b" },
    spec: { policyName: "p", validationActions: ["Deny"] },
  };
  const created = await server.request("POST", path("v1beta1"), { body });
  expect(created.status).toBe(201);
  const { body: v1 } = await server.request("GET", `${path("v1")}/b`);
  expect(v1).toMatchObject({ apiVersion: "admissionregistration.k8s.io/v1", spec: body.spec });
  expect(v1.metadata.uid).toBe(created.body.metadata.uid);
  expect((await server.request("DELETE", `${path("v1")}/b`)).status).toBe(200);
  expect((await server.request("GET", `${path("v1beta1")}/b`)).status).toBe(404);
});
