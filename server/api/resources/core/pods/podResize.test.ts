import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../../../shared/object.ts";
import { fakeContext } from "../../testing/fakeContext.ts";
import { strategyErrors } from "../../testing/strategyErrors.ts";
import { podResizeStrategy as strategy } from "./podResize.ts";

const pod = (resources: object, more: object = {}): ApiObject => ({
  metadata: { name: "p", labels: { a: "b" } },
  spec: {
    containers: [{ name: "c", image: "i", imagePullPolicy: "Always", terminationMessagePolicy: "File", resources }],
    restartPolicy: "Always",
    dnsPolicy: "ClusterFirst",
    ...more,
  },
  status: { phase: "Running" },
});
const resize = (next: ApiObject, old: ApiObject): ApiObject => {
  const object = structuredClone(next);
  strategy.prepareForUpdate?.(fakeContext(), object, old);
  return object;
};
const texts = (next: ApiObject, old: ApiObject): string[] =>
  strategyErrors(strategy, fakeContext(), next, old).map(({ field, message }) => `${field}: ${message}`);

describe("resizing", () => {
  const old = pod({ requests: { cpu: "100m" } });

  test("changes resources and nothing else", () => {
    const wish = pod({ requests: { cpu: "200m" } }, { nodeName: "elsewhere" });
    const object = resize({ ...wish, metadata: { name: "p", labels: { c: "d" } } }, old);
    expect(object).toEqual({ ...pod({ requests: { cpu: "200m" } }), status: { phase: "Running", resize: "Proposed" } });
  });

  test("is proposed only when something changes", () => {
    expect(resize(old, old)["status"]).toEqual({ phase: "Running" });
  });

  test("leaves the quality of service and other resources alone", () => {
    expect(texts(pod({ requests: { cpu: "200m" } }), old)).toEqual([]);
    expect(texts(pod({}), old)).toEqual([
      'spec: Invalid value: "BestEffort": Pod QOS Class may not change as a result of resizing',
    ]);
    expect(texts(pod({ requests: { cpu: "100m", "ephemeral-storage": "1Gi" } }), old)).toEqual([
      "spec.containers[0].resources: Forbidden: only cpu and memory resources are mutable",
    ]);
  });
});
