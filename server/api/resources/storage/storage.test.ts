import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { testContext, texts } from "../testing/objects.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { csiDriverStrategy } from "./csiDriverStrategy.ts";
import { csiNodeStrategy } from "./csiNodeStrategy.ts";
import { csiStorageCapacityStrategy } from "./csiStorageCapacityStrategy.ts";
import { storageClassStrategy } from "./storageClassStrategy.ts";
import { volumeAttachmentStrategy } from "./volumeAttachmentStrategy.ts";

const context = testContext();
const object = (more: object): ApiObject => ({ metadata: { name: "csi.example" }, ...more });
const created = (strategy: Strategy, more: object): string[] => texts(strategyErrors(strategy, context, object(more)));
const updated = (strategy: Strategy, more: object, before: object): string[] =>
  texts(strategyErrors(strategy, context, object(more), object(before)));

describe("storage classes", () => {
  const good = { provisioner: "csi.example", reclaimPolicy: "Delete", volumeBindingMode: "Immediate" };

  it("name their provisioner", () => {
    expect(created(storageClassStrategy, good)).toEqual([]);
    expect(created(storageClassStrategy, { ...good, provisioner: "" })).toContain("provisioner: Required value");
    expect(created(storageClassStrategy, { ...good, parameters: { "": "x" } })).not.toEqual([]);
    expect(created(storageClassStrategy, { ...good, reclaimPolicy: "Keep" })[0]).toMatch(
      /^reclaimPolicy: Unsupported value: "Keep": supported values: /,
    );
    expect(created(storageClassStrategy, { ...good, volumeBindingMode: "Later" })[0]).toMatch(
      /^volumeBindingMode: Unsupported value: "Later"/,
    );
  });

  it.each([
    [{ provisioner: "other.example" }, "provisioner"],
    [{ parameters: { a: "b" } }, "parameters"],
    [{ reclaimPolicy: "Retain" }, "reclaimPolicy"],
    [{ volumeBindingMode: "WaitForFirstConsumer" }, "volumeBindingMode"],
  ])("keep %j", (change, field) => {
    const errors = updated(storageClassStrategy, { ...good, ...change }, good);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.startsWith(`${field}: `)).toBe(true);
  });

  it("may begin to allow growth", () => {
    expect(updated(storageClassStrategy, { ...good, allowVolumeExpansion: true }, good)).toEqual([]);
  });
});

describe("drivers", () => {
  const spec = {
    attachRequired: true,
    podInfoOnMount: false,
    storageCapacity: false,
    seLinuxMount: false,
    volumeLifecycleModes: ["Persistent"],
  };

  it("live volumes of the two kinds", () => {
    expect(created(csiDriverStrategy, { spec })).toEqual([]);
    expect(created(csiDriverStrategy, { spec: { ...spec, volumeLifecycleModes: ["Forever"] } })[0]).toMatch(
      /^spec.volumeLifecycleModes.*: Unsupported value: "Forever"/,
    );
  });

  it("keep how they attach", () => {
    expect(updated(csiDriverStrategy, { spec: { ...spec, attachRequired: false } }, { spec })).toHaveLength(1);
  });

  it("raise their generation", () => {
    const next = object({ spec: { ...spec, requiresRepublish: true } });
    next.metadata.generation = 3;
    const old = object({ spec });
    old.metadata.generation = 3;
    csiDriverStrategy.prepareForUpdate?.(context, next, old);
    if (csiDriverStrategy.tracksGeneration === true) expect(next.metadata.generation).toBe(4);
  });
});

describe("drivers of a node", () => {
  const driver = { name: "csi.example", nodeID: "n-1", topologyKeys: ["example.com/zone"] };

  it("are named once", () => {
    expect(created(csiNodeStrategy, { spec: { drivers: [driver] } })).toEqual([]);
    expect(created(csiNodeStrategy, { spec: { drivers: [driver, driver] } }).join()).toMatch(/Duplicate value/);
    expect(created(csiNodeStrategy, { spec: { drivers: [{ ...driver, nodeID: "" }] } }).join()).toMatch(/nodeID/);
    expect(created(csiNodeStrategy, { spec: { drivers: [{ ...driver, name: "" }] } }).join()).toMatch(/name: Required/);
  });

  it("do not change, but come and go", () => {
    const before = { spec: { drivers: [driver] } };
    const other = { ...driver, name: "other.example" };
    expect(updated(csiNodeStrategy, { spec: { drivers: [driver, other] } }, before)).toEqual([]);
    expect(updated(csiNodeStrategy, { spec: { drivers: [] } }, before)).toEqual([]);
    expect(updated(csiNodeStrategy, { spec: { drivers: [{ ...driver, nodeID: "n-2" }] } }, before)).not.toEqual([]);
  });
});

describe("capacities", () => {
  it("are of a class, and not negative", () => {
    expect(created(csiStorageCapacityStrategy, { storageClassName: "fast", capacity: "1Gi" })).toEqual([]);
    expect(created(csiStorageCapacityStrategy, { storageClassName: "fast", capacity: "-1" })).toEqual([
      'capacity: Invalid value: "-1": must be greater than or equal to 0',
    ]);
    expect(created(csiStorageCapacityStrategy, { storageClassName: "" })[0]).toMatch(/^storageClassName: /);
  });
});

describe("attachments", () => {
  const spec = { attacher: "csi.example", nodeName: "n", source: { persistentVolumeName: "pv" } };

  it("say what goes where", () => {
    expect(created(volumeAttachmentStrategy, { spec })).toEqual([]);
    expect(created(volumeAttachmentStrategy, { spec: { ...spec, nodeName: "" } })).not.toEqual([]);
    expect(created(volumeAttachmentStrategy, { spec: { ...spec, source: {} } })).not.toEqual([]);
  });

  it("stay as they are", () => {
    expect(updated(volumeAttachmentStrategy, { spec: { ...spec, nodeName: "m" } }, { spec })).toHaveLength(1);
    expect(updated(volumeAttachmentStrategy, { spec }, { spec })).toEqual([]);
  });
});
