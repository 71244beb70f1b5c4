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

describe("StorageClass", () => {
  const good = { provisioner: "csi.example", reclaimPolicy: "Delete", volumeBindingMode: "Immediate" };

  it("requires a provisioner", () => {
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
  ])("has immutable %j", (change, field) => {
    const errors = updated(storageClassStrategy, { ...good, ...change }, good);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.startsWith(`${field}: `)).toBe(true);
  });

  it("may enable volume expansion", () => {
    expect(updated(storageClassStrategy, { ...good, allowVolumeExpansion: true }, good)).toEqual([]);
  });
});

describe("CSIDriver", () => {
  const spec = {
    attachRequired: true,
    podInfoOnMount: false,
    storageCapacity: false,
    seLinuxMount: false,
    volumeLifecycleModes: ["Persistent"],
  };

  it("accepts the two volume lifecycle modes", () => {
    expect(created(csiDriverStrategy, { spec })).toEqual([]);
    expect(created(csiDriverStrategy, { spec: { ...spec, volumeLifecycleModes: ["Forever"] } })[0]).toMatch(
      /^spec.volumeLifecycleModes.*: Unsupported value: "Forever"/,
    );
  });

  it("has an immutable attachRequired", () => {
    expect(updated(csiDriverStrategy, { spec: { ...spec, attachRequired: false } }, { spec })).toHaveLength(1);
  });

  it("increments its generation", () => {
    const next = object({ spec: { ...spec, requiresRepublish: true } });
    next.metadata.generation = 3;
    const old = object({ spec });
    old.metadata.generation = 3;
    csiDriverStrategy.prepareForUpdate?.(context, next, old);
    if (csiDriverStrategy.tracksGeneration === true) expect(next.metadata.generation).toBe(4);
  });
});

describe("CSINode", () => {
  const driver = { name: "csi.example", nodeID: "n-1", topologyKeys: ["example.com/zone"] };

  it("rejects duplicate drivers", () => {
    expect(created(csiNodeStrategy, { spec: { drivers: [driver] } })).toEqual([]);
    expect(created(csiNodeStrategy, { spec: { drivers: [driver, driver] } }).join()).toMatch(/Duplicate value/);
    expect(created(csiNodeStrategy, { spec: { drivers: [{ ...driver, nodeID: "" }] } }).join()).toMatch(/nodeID/);
    expect(created(csiNodeStrategy, { spec: { drivers: [{ ...driver, name: "" }] } }).join()).toMatch(/name: Required/);
  });

  it("allows drivers to be added and removed, but not changed", () => {
    const before = { spec: { drivers: [driver] } };
    const other = { ...driver, name: "other.example" };
    expect(updated(csiNodeStrategy, { spec: { drivers: [driver, other] } }, before)).toEqual([]);
    expect(updated(csiNodeStrategy, { spec: { drivers: [] } }, before)).toEqual([]);
    expect(updated(csiNodeStrategy, { spec: { drivers: [{ ...driver, nodeID: "n-2" }] } }, before)).not.toEqual([]);
  });
});

describe("CSIStorageCapacity", () => {
  it("requires a storage class and a non-negative capacity", () => {
    expect(created(csiStorageCapacityStrategy, { storageClassName: "fast", capacity: "1Gi" })).toEqual([]);
    expect(created(csiStorageCapacityStrategy, { storageClassName: "fast", capacity: "-1" })).toEqual([
      'capacity: Invalid value: "-1": must be greater than or equal to 0',
    ]);
    expect(created(csiStorageCapacityStrategy, { storageClassName: "" })[0]).toMatch(/^storageClassName: /);
  });
});

describe("VolumeAttachment", () => {
  const spec = { attacher: "csi.example", nodeName: "n", source: { persistentVolumeName: "pv" } };

  it("requires attacher, source and node", () => {
    expect(created(volumeAttachmentStrategy, { spec })).toEqual([]);
    expect(created(volumeAttachmentStrategy, { spec: { ...spec, nodeName: "" } })).not.toEqual([]);
    expect(created(volumeAttachmentStrategy, { spec: { ...spec, source: {} } })).not.toEqual([]);
  });

  it("has an immutable spec", () => {
    expect(updated(volumeAttachmentStrategy, { spec: { ...spec, nodeName: "m" } }, { spec })).toHaveLength(1);
    expect(updated(volumeAttachmentStrategy, { spec }, { spec })).toEqual([]);
  });
});
