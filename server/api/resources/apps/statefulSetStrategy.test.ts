import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { podSpec, testContext, texts } from "../testing/objects.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { statefulSetStrategy } from "./statefulSetStrategy.ts";

const context = testContext();
const statefulSet = (spec: object = {}): ApiObject => ({
  metadata: { name: "s", namespace: "dev", generation: 1 },
  spec: {
    replicas: 1,
    serviceName: "s",
    selector: { matchLabels: { app: "s" } },
    template: { metadata: { labels: { app: "s" } }, spec: podSpec() },
    podManagementPolicy: "OrderedReady",
    updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 0 } },
    persistentVolumeClaimRetentionPolicy: { whenDeleted: "Retain", whenScaled: "Retain" },
    revisionHistoryLimit: 10,
    ...spec,
  },
});
const errors = (spec: object): string => texts(strategyErrors(statefulSetStrategy, context, statefulSet(spec))).join();
const changes = (spec: object): string[] =>
  texts(strategyErrors(statefulSetStrategy, context, statefulSet(spec), statefulSet()));

describe("StatefulSet", () => {
  it.each<[object, RegExp]>([
    [{}, /^$/],
    [{ replicas: -1 }, /^spec\.replicas: Invalid value: -1: must be greater than or equal to 0/],
    [{ podManagementPolicy: "Chaos" }, /^spec\.podManagementPolicy: /],
    [{ updateStrategy: { type: "Whenever" } }, /^spec\.updateStrategy: /],
    [
      { updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: -1 } } },
      /^spec\.updateStrategy\.rollingUpdate\.partition: Invalid value: -1/,
    ],
    [{ selector: { matchLabels: { app: "t" } } }, /^spec\.template\.metadata\.labels: Invalid value: /],
    [{ ordinals: { start: -1 } }, /^spec\.ordinals\.start: Invalid value: -1/],
  ])("%j", (spec, expected) => {
    expect(errors(spec)).toMatch(expected);
  });

  it("allows updates of a few spec fields only", () => {
    expect(changes({ replicas: 3, minReadySeconds: 5 })).toEqual([]);
    const refused = changes({ serviceName: "t" });
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatch(/^spec: Forbidden: updates to statefulset spec for fields other than /);
  });

  it("increments the generation for spec changes, not for status changes", () => {
    const same = { ...statefulSet(), status: { replicas: 9 } };
    statefulSetStrategy.prepareForUpdate?.(context, same, { ...statefulSet(), status: { replicas: 1 } });
    expect(same.metadata.generation).toBe(1);
    expect(same.status).toEqual({ replicas: 1 });
    const more = statefulSet({ replicas: 2 });
    statefulSetStrategy.prepareForUpdate?.(context, more, statefulSet());
    expect(more.metadata.generation).toBe(2);
  });
});
