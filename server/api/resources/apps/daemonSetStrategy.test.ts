import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { container, podSpec, testContext, texts } from "../testing/objects.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { daemonSetStatusStrategy, daemonSetStrategy } from "./daemonSetStrategy.ts";

const GENERATION = "deprecated.daemonset.template.generation";
const context = testContext();

const daemonSet = (spec: object = {}, metadata: object = {}): ApiObject => ({
  metadata: { name: "d", namespace: "dev", generation: 1, ...metadata },
  spec: {
    selector: { matchLabels: { app: "d" } },
    template: { metadata: { labels: { app: "d" } }, spec: podSpec() },
    updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
    revisionHistoryLimit: 10,
    ...spec,
  },
});
const created = (object: ApiObject = daemonSet()): ApiObject => {
  daemonSetStrategy.prepareForCreate?.(context, object);
  return object;
};
const updated = (object: ApiObject, old: ApiObject): ApiObject => {
  daemonSetStrategy.prepareForUpdate?.(context, object, old);
  return object;
};
const errors = (spec: object): string[] => texts(strategyErrors(daemonSetStrategy, context, daemonSet(spec)));

describe("DaemonSet template generation", () => {
  it("starts at 1", () => {
    expect(created().metadata.annotations).toEqual({ [GENERATION]: "1" });
    expect(created(daemonSet({}, { annotations: { a: "b", [GENERATION]: "4" } })).metadata.annotations).toEqual({
      a: "b",
      [GENERATION]: "4",
    });
    expect(created().status).toEqual({
      currentNumberScheduled: 0,
      numberMisscheduled: 0,
      desiredNumberScheduled: 0,
      numberReady: 0,
    });
  });

  it("increases only with the template", () => {
    const old = created();
    const same = updated(daemonSet({ minReadySeconds: 5 }), old);
    expect(same.metadata.annotations?.[GENERATION]).toBe("1");
    expect(same.metadata.generation).toBe(2);
    const template = { metadata: { labels: { app: "d", v: "2" } }, spec: { containers: [container()] } };
    const changed = updated(daemonSet({ template }), old);
    expect(changed.metadata.annotations?.[GENERATION]).toBe("2");
    expect(changed.metadata.generation).toBe(2);
  });

  it("cannot be set by the client", () => {
    const changed = updated(daemonSet({}, { annotations: { [GENERATION]: "99" } }), created());
    expect(changed.metadata.annotations?.[GENERATION]).toBe("1");
  });
});

describe("DaemonSet validation", () => {
  it.each<[object, string[]]>([
    [{}, []],
    [
      { updateStrategy: { type: "Recreate" } },
      [
        'spec.updateStrategy: Unsupported value: apps.DaemonSetUpdateStrategy{Type:"Recreate", RollingUpdate:(*apps.RollingUpdateDaemonSet)(nil)}: supported values: "RollingUpdate", "OnDelete"',
      ],
    ],
    [{ updateStrategy: { type: "OnDelete" } }, []],
    [
      { updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0, maxSurge: 0 } } },
      ["spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0"],
    ],
    [
      { updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1, maxSurge: "20%" } } },
      [
        'spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"20%"}: may not be set when maxUnavailable is non-zero',
      ],
    ],
    [{ minReadySeconds: -1 }, ["spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0"]],
    [
      { selector: { matchLabels: { app: "other" } } },
      [
        'spec.template.metadata.labels: Invalid value: map[string]string{"app":"d"}: `selector` does not match template `labels`',
      ],
    ],
  ])("%j", (spec, expected) => {
    expect(errors(spec)).toEqual(expected);
  });

  it("rejects a changed selector", () => {
    const labels = { a: "1", app: "d" };
    const template = { ...(daemonSet()["spec"] as { template: object }).template, metadata: { labels } };
    const next = daemonSet({ selector: { matchLabels: { a: "1" } }, template });
    expect(texts(strategyErrors(daemonSetStrategy, context, next, daemonSet()))).toEqual([
      'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"a":"1"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable',
    ]);
  });

  it("rejects negative status counts and a decreased collisionCount", () => {
    const status = (value: object): ApiObject => ({ ...daemonSet(), status: value });
    expect(
      texts(
        strategyErrors(
          daemonSetStatusStrategy,
          context,
          status({ numberReady: -1, collisionCount: 1 }),
          status({ collisionCount: 2 }),
        ) ?? [],
      ),
    ).toEqual([
      "status.numberReady: Invalid value: -1: must be greater than or equal to 0",
      "status.collisionCount: Invalid value: 1: cannot be decremented",
    ]);
  });
});
