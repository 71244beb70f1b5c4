import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../../../shared/object.ts";
import { fakeContext } from "../../testing/fakeContext.ts";
import { pod as defaulted } from "../../testing/objects.ts";
import { strategyErrors } from "../../testing/strategyErrors.ts";
import { podResizeStrategy as strategy } from "./podResize.ts";

const context = fakeContext({ features: { enabled: () => true } });
const pod = (resources: object | undefined, more: object = {}, meta: object = {}): ApiObject => {
  const { spec, ...rest } = defaulted(more, { labels: { a: "b" }, ...meta });
  const { containers } = spec as { containers: object[] };
  const container = { ...containers[0], ...(resources === undefined ? {} : { resources }) };
  return { ...rest, spec: { ...(spec as object), containers: [container] }, status: { phase: "Running" } };
};
const resize = (next: ApiObject, old: ApiObject): ApiObject => {
  const object = structuredClone(next);
  strategy.prepareForUpdate?.(context, object, old);
  return object;
};
const texts = (next: ApiObject, old: ApiObject): string[] =>
  strategyErrors(strategy, context, resize(next, old), old).map(({ field, message }) => `${field}: ${message}`);

describe("Pod resize", () => {
  const old: ApiObject = { ...pod({ requests: { cpu: "100m" } }), status: { phase: "Running", qosClass: "Burstable" } };

  test("changes only resources", () => {
    const wish = pod({ requests: { cpu: "200m" } }, { nodeName: "elsewhere" }, { labels: { c: "d" } });
    expect(resize(wish, old)).toEqual({
      ...pod({ requests: { cpu: "200m" } }),
      status: { phase: "Running", qosClass: "Burstable", resize: "Proposed" },
    });
  });

  test("sets the resize status only if resources change", () => {
    expect(resize(old, old)["status"]).toEqual(old["status"]);
    const policy = structuredClone(old);
    const [container] = (policy["spec"] as { containers: Record<string, unknown>[] }).containers;
    if (container) container["resizePolicy"] = [{ resourceName: "cpu", restartPolicy: "RestartContainer" }];
    expect(resize(policy, old)).toEqual(policy);
    expect(texts(policy, old)).toEqual([]);
  });

  test("keeps the QoS class and rejects removed requests or limits", () => {
    expect(texts(pod({ requests: { cpu: "200m" } }), old)).toEqual([]);
    expect(texts(pod({}), old)).toEqual([
      'spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing',
      "spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed",
    ]);
    const limited = pod({ requests: { cpu: "1" }, limits: { cpu: "2", memory: "1Gi" } });
    expect(texts(pod({ requests: { cpu: "1" }, limits: { cpu: "2" } }), limited)).toEqual([
      "spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed",
    ]);
  });

  test("is limited to cpu and memory", () => {
    const [error, ...others] = texts(pod({ requests: { cpu: "100m", "ephemeral-storage": "1Gi" } }), old);
    expect(error).toMatch(/^spec: Forbidden: only cpu and memory resources are mutable\n {2}core\.PodSpec\{/);
    expect(others).toEqual([]);
  });

  test("runs pod validation", () =>
    expect(texts(pod({ requests: { cpu: "2" }, limits: { cpu: "1" } }), old)).toEqual([
      'spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1',
    ]));

  test("is rejected for static and Windows pods", () => {
    const wish = pod({ requests: { cpu: "200m" } });
    const mirror = { annotations: { "kubernetes.io/config.mirror": "x" } };
    expect(texts(wish, pod({}, {}, mirror))).toEqual(["[]: Forbidden: static pods cannot be resized"]);
    expect(texts(wish, pod({}, { os: { name: "windows" } }))).toEqual([
      "[]: Forbidden: windows pods cannot be resized",
    ]);
    const running = { name: "main", state: { running: {} } };
    const on = (containerStatus: object): ApiObject => ({
      ...old,
      status: { qosClass: "Burstable", containerStatuses: [containerStatus] },
    });
    expect(texts(wish, on(running))).toEqual(["spec: Forbidden: Pod running on node without support for resize"]);
    expect(texts(wish, on({ ...running, resources: {} }))).toEqual([]);
  });
});
