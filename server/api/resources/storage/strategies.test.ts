import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce, finished } from "../../../../shared/steps.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { testContext, texts } from "../testing/objects.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { csiDriverStrategy } from "./csiDriverStrategy.ts";
import { csiNodeStrategy } from "./csiNodeStrategy.ts";
import { csiStorageCapacityStrategy } from "./csiStorageCapacityStrategy.ts";
import { storageClassStrategy } from "./storageClassStrategy.ts";
import { topologyErrors } from "./topologyTerms.ts";
import { volumeAttachmentStatusStrategy, volumeAttachmentStrategy } from "./volumeAttachmentStrategy.ts";

const context = testContext();
const object = (content: object): ApiObject => ({ metadata: { name: "x" }, ...content });
const created = (strategy: Strategy, content: object): string[] =>
  texts(strategyErrors(strategy, context, object(content)));
const updated = (strategy: Strategy, content: object, old: object): string[] =>
  texts(strategyErrors(strategy, context, object(content), object(old)));

describe("Topologies", () => {
  const zone = (...values: string[]) => ({ matchLabelExpressions: [{ key: "zone", values }] });
  const errors = (...terms: object[]): string[] => texts(atOnce(topologyErrors(terms, "t")));

  it("reject duplicates", () => {
    expect(errors(zone("a", "b"), zone("c"))).toEqual([]);
    expect(errors(zone("a", "b"), zone("b", "a"))).toEqual(['t[1].matchLabelExpressions: Duplicate value: ""']);
    expect(errors(zone("a", "a"))).toEqual(['t[0].matchLabelExpressions[0].values[1]: Duplicate value: "a"']);
    expect(errors({})).toEqual(['t[0].matchLabelExpressions: Duplicate value: ""']);
  });

  it("report a bounded number of errors", () => {
    expect(errors(...Array.from({ length: 100_000 }, () => ({}))).length).toBeLessThan(200_000);
    expect(errors(...Array.from({ length: 100_000 }, () => zone("a"))).length).toBeLessThan(200_000);
  });

  it("require valid keys and values", () => {
    expect(errors({ matchLabelExpressions: [{ key: "zone" }] })).toEqual([
      "t[0].matchLabelExpressions[0].values: Required value",
    ]);
    const twice = { matchLabelExpressions: [...zone("a").matchLabelExpressions, ...zone("b").matchLabelExpressions] };
    expect(errors(twice)).toEqual(['t[0].matchLabelExpressions[1].key: Duplicate value: "zone"']);
  });
});

it("deprecated labels produce warnings", () => {
  const key = "failure-domain.beta.kubernetes.io/zone";
  const instead = 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead';
  const term = { matchLabelExpressions: [{ key, values: ["a"] }] };
  expect(
    atOnce(finished(storageClassStrategy.warningsOnCreate?.(context, object({ allowedTopologies: [term] })))),
  ).toEqual([`allowedTopologies[0].matchLabelExpressions[0].key: ${instead}`]);
  const nodeTopology = { matchLabels: { [key]: "a" }, matchExpressions: [{ key, operator: "Exists" }] };
  expect(csiStorageCapacityStrategy.warningsOnCreate?.(context, object({ nodeTopology }))).toEqual([
    `nodeTopology.matchExpressions[0].key: ${key} is ${instead}`,
    `nodeTopology.matchLabels.${key}: ${instead}`,
  ]);
});

describe("CSIDriver", () => {
  const spec = { attachRequired: true, podInfoOnMount: false, storageCapacity: false, seLinuxMount: false };

  it.each<[object, string[]]>([
    [{}, []],
    [{ attachRequired: null }, ["spec.attachedRequired: Required value"]],
    [
      { fsGroupPolicy: "Some" },
      ['spec.fsGroupPolicy: Unsupported value: "Some": supported values: "File", "None", "ReadWriteOnceWithFSType"'],
    ],
    [
      { volumeLifecycleModes: ["Long"] },
      ['spec.volumeLifecycleModes: Unsupported value: "Long": supported values: "Persistent", "Ephemeral"'],
    ],
    [
      { tokenRequests: [{ audience: "a" }, { audience: "a", expirationSeconds: 1 }, { expirationSeconds: 1 }] },
      [
        'spec.tokenRequests[1].audience: Duplicate value: "a"',
        "spec.tokenRequests[2].expirationSeconds: Invalid value: 1: may not specify a duration less than 10 minutes",
      ],
    ],
  ])("%j", (more, expected) => {
    expect(created(csiDriverStrategy, { spec: { ...spec, ...more } })).toEqual(expected);
  });

  it("prints the changed lifecycle modes in the immutability error", () => {
    expect(updated(csiDriverStrategy, { spec: { ...spec, volumeLifecycleModes: ["Ephemeral"] } }, { spec })).toEqual([
      'spec.volumeLifecycleModes: Invalid value: []storage.VolumeLifecycleMode{"Ephemeral"}: field is immutable',
    ]);
  });
});

describe("CSINode", () => {
  const driver = (more: object = {}) => ({ name: "d.example.com", nodeID: "n", topologyKeys: ["a/b"], ...more });
  const spec = (...drivers: object[]) => ({ spec: { drivers } });

  it("requires unique drivers with valid topology keys", () => {
    expect(created(csiNodeStrategy, spec(driver()))).toEqual([]);
    expect(created(csiNodeStrategy, spec(driver(), driver({ topologyKeys: ["k", "k"] })))).toEqual([
      'spec.drivers[1].name: Duplicate value: "d.example.com"',
      'spec.drivers[1]: Duplicate value: "k"',
    ]);
    expect(created(csiNodeStrategy, spec(driver({ topologyKeys: ["k", "a b"] })))[0]).toMatch(
      /^spec\.drivers\[0\]: Invalid value: \[\]string\{"k", "a b"\}: name part must consist of/,
    );
    expect(created(csiNodeStrategy, spec(driver({ nodeID: "n".repeat(257) })))[0]).toMatch(/256 characters or less$/);
  });

  it("has immutable driver entries and tolerates existing invalid ones", () => {
    expect(updated(csiNodeStrategy, spec(driver({ nodeID: "m" })), spec(driver()))).toEqual([
      'CSINodeDriver: Invalid value: storage.CSINodeDriver{Name:"d.example.com", NodeID:"m", TopologyKeys:[]string{"a/b"}, Allocatable:(*storage.VolumeNodeResources)(nil)}: field is immutable',
    ]);
    const long = spec(driver({ nodeID: "n".repeat(200) }));
    expect(updated(csiNodeStrategy, long, spec())[0]).toMatch(/192 characters or less$/);
    expect(updated(csiNodeStrategy, long, long)).toEqual([]);
  });
});

describe("VolumeAttachment", () => {
  const source = { persistentVolumeName: "pv" };
  const spec = { attacher: "d.example.com", nodeName: "n", source };
  const ONE = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";

  it.each<[object, string[]]>([
    [{}, []],
    [{ source: {} }, [`spec.source: Required value: ${ONE}`]],
    [{ source: { ...source, inlineVolumeSpec: {} } }, [`spec.source: Forbidden: ${ONE}`]],
  ])("%j", (more, expected) => {
    expect(created(volumeAttachmentStrategy, { spec: { ...spec, ...more } })).toEqual(expected);
  });

  it("allows inline CSI volume attributes but no claim fields", () => {
    const csi = { driver: "d.example.com", volumeHandle: "h" };
    const errors = (inlineVolumeSpec: object): string[] =>
      created(volumeAttachmentStrategy, { spec: { ...spec, source: { inlineVolumeSpec } } });
    expect(errors({ accessModes: ["ReadWriteOnce"], csi })).toEqual([]);
    const at = "spec.source.inlineVolumeSpec";
    const not = "Forbidden: may not be specified in the context of inline volumes";
    const odd = {
      claimRef: {},
      capacity: { storage: "1" },
      accessModes: [],
      persistentVolumeReclaimPolicy: "Delete",
      nodeAffinity: {},
      local: { path: "/a" },
      storageClassName: "fast",
      volumeMode: "Block",
    };
    expect(errors(odd)).toEqual([
      `${at}.claimRef: ${not}`,
      `${at}.capacity: ${not}`,
      `${at}.csi: Required value: has to be specified in the context of inline volumes`,
      `${at}.accessModes: Required value`,
      `${at}.persistentVolumeReclaimPolicy: Forbidden: may only be Retain in the context of inline volumes`,
      `${at}.nodeAffinity: ${not}`,
      `${at}.nodeAffinity: Required value: Local volume requires node affinity`,
      `${at}.storageClassName: ${not}`,
      `${at}.volumeMode: Forbidden: may not specify volumeMode other than Filesystem in the context of inline volumes`,
    ]);
  });

  it("requires a valid volume name", () => {
    const errors = created(volumeAttachmentStrategy, { spec: { ...spec, source: { persistentVolumeName: "" } } });
    expect(errors[0]).toBe(
      "spec.source.persistentVolumeName: Required value: must specify non empty persistentVolumeName",
    );
    expect(errors).toHaveLength(2);
  });

  it("has an immutable spec", () => {
    expect(updated(volumeAttachmentStrategy, { spec: { ...spec, nodeName: "m" } }, { spec })).toEqual([
      'spec: Invalid value: storage.VolumeAttachmentSpec{Attacher:"d.example.com", Source:storage.VolumeAttachmentSource{PersistentVolumeName:(*string)(0xc000000000), InlineVolumeSpec:(*core.PersistentVolumeSpec)(nil)}, NodeName:"m"}: field is immutable',
    ]);
  });

  it("limits the length of error messages", () => {
    const status = { attachError: { message: "m".repeat(1025) } };
    const error = "status.attachError.message: Too long: may not be more than 262144 bytes";
    expect(updated(volumeAttachmentStatusStrategy, { spec, status }, { spec })).toEqual([error, error]);
  });
});

it("CSIStorageCapacity has an immutable storage class", () => {
  const content = { storageClassName: "fast", capacity: "-1" };
  expect(created(csiStorageCapacityStrategy, content)).toEqual([
    'capacity: Invalid value: "-1": must be greater than or equal to 0',
  ]);
  expect(updated(csiStorageCapacityStrategy, { storageClassName: "fast" }, { storageClassName: "slow" })).toEqual([
    'storageClassName: Invalid value: "fast": field is immutable',
  ]);
});
