import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../../shared/object.ts";
import { atOnce, finished } from "../../../../../shared/steps.ts";
import { testContext, texts, persistentVolume as volume } from "../../testing/objects.ts";
import { strategyErrors } from "../../testing/strategyErrors.ts";
import { persistentVolumeClaims } from "./persistentVolumeClaims.ts";
import { persistentVolumes } from "./persistentVolumes.ts";

const context = testContext();

describe("PersistentVolume", () => {
  const cases: readonly [spec: object, errors: readonly string[]][] = [
    [{}, []],
    [{ accessModes: [] }, ["spec.accessModes: Required value"]],
    [{ capacity: { storage: "0" } }, ['spec.capacity[storage]: Invalid value: "0": must be greater than zero']],
    [
      { persistentVolumeReclaimPolicy: "Keep" },
      [
        'spec.persistentVolumeReclaimPolicy: Unsupported value: "Keep": supported values: "Delete", "Recycle", "Retain"',
      ],
    ],
    [
      { hostPath: { path: "/" }, persistentVolumeReclaimPolicy: "Recycle" },
      ["spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'"],
    ],
    [{ volumeMode: "Tape" }, ['spec.volumeMode: Unsupported value: "Tape": supported values: "Block", "Filesystem"']],
    [
      { hostPath: undefined, local: { path: "/x" } },
      ["spec.nodeAffinity: Required value: Local volume requires node affinity"],
    ],
    [{ hostPath: undefined, csi: { driver: "a.b" } }, ["spec.csi.volumeHandle: Required value"]],
  ];
  it.each(cases)("%j", (spec, errors) =>
    expect(texts(strategyErrors(persistentVolumes.strategy, context, volume(spec)))).toEqual(errors),
  );
  it("may replace deprecated node labels in its node affinity", () => {
    const on = (key: string, value = "a"): ApiObject =>
      volume({
        nodeAffinity: {
          required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: "In", values: [value] }] }] },
        },
      });
    const changes = (now: ApiObject, old: ApiObject): string[] =>
      texts(strategyErrors(persistentVolumes.strategy, context, now, old));
    const old = on("failure-domain.beta.kubernetes.io/zone");
    expect(changes(on("topology.kubernetes.io/zone"), old)).toEqual([]);
    expect(changes(on("topology.kubernetes.io/zone", "b"), old)[0]).toMatch(/^nodeAffinity: Invalid value/);
    expect(changes(old, on("topology.kubernetes.io/zone"))[0]).toMatch(/^nodeAffinity: Invalid value/);
  });
  it("warns about deprecated options", () =>
    expect(
      atOnce(
        finished(
          persistentVolumes.strategy.warningsOnCreate?.(context, volume({ persistentVolumeReclaimPolicy: "Recycle" })),
        ),
      ),
    ).toEqual([
      "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.",
    ]));
});

describe("PersistentVolumeClaim", () => {
  const claim = (spec: object): ApiObject => ({
    metadata: { name: "c", namespace: "dev" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } }, ...spec },
  });
  const created = (spec: object): ApiObject => {
    const object = claim(spec);
    persistentVolumeClaims.strategy.prepareForCreate?.(context, object);
    return object;
  };
  it("copies its data source between dataSource and dataSourceRef", () => {
    const source = { kind: "PersistentVolumeClaim", name: "x" };
    expect(created({ dataSource: source })["spec"]).toMatchObject({ dataSource: source, dataSourceRef: source });
    expect(created({ dataSourceRef: source })["spec"]).toMatchObject({ dataSource: source, dataSourceRef: source });
  });
  it("drops fields of disabled features", () =>
    expect(created({ volumeAttributesClassName: "fast" })["spec"]).not.toHaveProperty("volumeAttributesClassName"));
  it("rejects ReadWriteOncePod with other access modes", () =>
    expect(
      texts(
        strategyErrors(
          persistentVolumeClaims.strategy,
          context,
          claim({ accessModes: ["ReadWriteOncePod", "ReadWriteOnce"] }),
        ) ?? [],
      ),
    ).toEqual(["spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes"]));
});
