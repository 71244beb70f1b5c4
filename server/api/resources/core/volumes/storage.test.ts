import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../../shared/object.ts";
import { testContext, texts, persistentVolume as volume } from "../../testing/objects.ts";
import { strategyErrors } from "../../testing/strategyErrors.ts";
import { endpointsText } from "../services/endpointCells.ts";
import { accessModesText } from "./persistentVolumeCells.ts";
import { claimStatusStrategy } from "./persistentVolumeClaimStrategy.ts";
import { persistentVolumeClaims } from "./persistentVolumeClaims.ts";
import { persistentVolumeStatusStrategy } from "./persistentVolumeStrategy.ts";
import { persistentVolumes } from "./persistentVolumes.ts";

const context = testContext();
const withoutRecovery = {
  ...context,
  features: { enabled: (name: string): boolean => name !== "RecoverVolumeExpansionFailure" },
};

describe("Claims", () => {
  const claim = (spec: object = {}, status: object = {}): ApiObject => ({
    metadata: { name: "c", namespace: "dev" },
    spec: {
      accessModes: ["ReadWriteOnce"],
      resources: { requests: { storage: "1Gi" } },
      volumeMode: "Filesystem",
      ...spec,
    },
    status,
  });
  const changes = (object: ApiObject, old: ApiObject): string[] =>
    texts(strategyErrors(persistentVolumeClaims.strategy, context, object, old));

  it("require access modes and a size", () =>
    expect(
      texts(
        strategyErrors(persistentVolumeClaims.strategy, context, claim({ accessModes: ["Sometimes"], resources: {} })),
      ),
    ).toEqual([
      'spec.accessModes: Unsupported value: "Sometimes": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
      "spec.resources[storage]: Required value",
    ]));

  it("may be bound and expanded but not changed otherwise", () => {
    const status = { phase: "Bound", capacity: { storage: "1Gi" } };
    const bound = claim({ volumeName: "v" }, status);
    const sized = (storage: string): ApiObject =>
      claim({ volumeName: "v", resources: { requests: { storage } } }, status);
    expect(changes(claim({ volumeName: "v" }), claim())).toEqual([]);
    expect(changes(sized("2Gi"), bound)).toEqual([]);
    expect(changes(sized("1Mi"), bound)).toEqual([
      "spec.resources.requests.storage: Forbidden: field can not be less than status.capacity",
    ]);
    expect(changes(claim({ accessModes: ["ReadOnlyMany"] }), claim())[0]).toMatch(
      /^spec: Forbidden: spec is immutable after creation except resources\.requests and volumeAttributesClassName for bound claims\n {2}core\.PersistentVolumeClaimSpec\{\n[\s\S]*-[\s\S]*ReadWriteOnce/,
    );
  });

  it("may not shrink where an expansion cannot be given up", () => {
    const sized = (storage: string, status: object = {}): ApiObject =>
      claim({ volumeName: "v", resources: { requests: { storage } } }, { phase: "Bound", ...status });
    const shrink = (status: object): string[] =>
      texts(
        strategyErrors(persistentVolumeClaims.strategy, withoutRecovery, sized("2Gi", status), sized("3Gi", status)),
      );
    const capacity = { capacity: { storage: "1Gi" } };
    expect(changes(sized("2Gi", capacity), sized("3Gi", capacity))).toEqual([]);
    expect(shrink(capacity)).toEqual([
      "spec.resources.requests.storage: Forbidden: field can not be less than previous value",
    ]);
    expect(shrink({ ...capacity, allocatedResources: { storage: "3Gi" } })).toEqual([]);
  });
});

describe("Claim status", () => {
  it("drops the progress of expansions where they cannot be given up", () => {
    const progress = {
      allocatedResources: { storage: "3Gi" },
      allocatedResourceStatuses: { storage: "NodeResizePending" },
    };
    const report = (stored: object, on: typeof context): unknown => {
      const object: ApiObject = { metadata: { name: "c" }, status: { phase: "Bound", ...progress } };
      const old: ApiObject = { metadata: { name: "c" }, status: stored };
      claimStatusStrategy.prepareForUpdate?.(on, object, old);
      return object["status"];
    };
    expect(report({}, context)).toEqual({ phase: "Bound", ...progress });
    expect(report({}, withoutRecovery)).toEqual({ phase: "Bound" });
    expect(report(progress, withoutRecovery)).toEqual({ phase: "Bound", ...progress });
  });

  it("accepts storage and qualified resource names only", () => {
    const status = (name: string): ApiObject => ({
      metadata: { name: "c", namespace: "dev" },
      status: { allocatedResourceStatuses: { [name]: "NodeResizePending" } },
    });
    const of = (name: string): string[] =>
      texts(strategyErrors(claimStatusStrategy, context, status(name), status(name)));
    expect(of("storage")).toEqual([]);
    expect(of("example.com/rate")).toEqual([]);
    for (const name of ["cpu", "kubernetes.io/rate"]) {
      expect(of(name)).toEqual([
        `status.allocatedResourceStatus: Unsupported value: "${name}": supported values: "storage"`,
      ]);
    }
  });
});

describe("Volumes", () => {
  it("have exactly one source", () => {
    const of = (spec: object): string[] => texts(strategyErrors(persistentVolumes.strategy, context, volume(spec)));
    expect(of({})).toEqual([]);
    expect(of({ nfs: { server: "a", path: "/b" } })).toEqual([
      "spec.nfs: Forbidden: may not specify more than 1 volume type",
    ]);
    expect(of({ hostPath: undefined })).toEqual(["spec: Required value: must specify a volume type"]);
    expect(of({ capacity: {} })).toEqual([
      "spec.capacity: Required value",
      'spec.capacity: Unsupported value: core.ResourceList{}: supported values: "storage"',
    ]);
  });
  it("have an immutable source", () =>
    expect(
      texts(strategyErrors(persistentVolumes.strategy, context, volume({ hostPath: { path: "/y" } }), volume()))[0],
    ).toMatch(
      /^spec\.persistentvolumesource: Forbidden: spec\.persistentvolumesource is immutable after creation\n {2}core\.PersistentVolumeSource\{\n[\s\S]*\/y/,
    ));
  it("record the time of the last phase transition", () => {
    const object = volume();
    persistentVolumes.strategy.prepareForCreate?.(context, object);
    expect(object["status"]).toEqual({ phase: "Pending", lastPhaseTransitionTime: "2026-01-02T03:04:05Z" });
    expect(accessModesText(["ReadWriteOncePod", "ReadOnlyMany"])).toBe("ROX,RWOP");
  });

  const now = "2026-01-02T03:04:05Z";
  it.each<[Record<string, string>, Record<string, string>, string | undefined]>([
    [{ phase: "Bound", lastPhaseTransitionTime: "2025-01-01T00:00:00Z" }, { phase: "Released" }, now],
    [
      { phase: "Bound", lastPhaseTransitionTime: "2025-01-01T00:00:00Z" },
      { phase: "Released", lastPhaseTransitionTime: "2025-01-01T00:00:00Z" },
      now,
    ],
    [
      { phase: "Bound", lastPhaseTransitionTime: "2025-01-01T00:00:00Z" },
      { phase: "Released", lastPhaseTransitionTime: "2025-02-02T00:00:00Z" },
      "2025-02-02T00:00:00Z",
    ],
    [
      { phase: "Bound", lastPhaseTransitionTime: "2025-01-01T00:00:00Z" },
      { phase: "Bound", message: "x" },
      "2025-01-01T00:00:00Z",
    ],
    [{ phase: "Bound" }, { phase: "Bound" }, undefined],
    [{ phase: "Bound" }, { phase: "Failed" }, now],
  ])("record the transition time of a status change from %j to %j", (before, status, time) => {
    const object: ApiObject = { ...volume(), status: { ...status } };
    persistentVolumeStatusStrategy.prepareForUpdate?.(context, object, { ...volume(), status: before });
    expect(object["status"]).toEqual({
      ...status,
      ...(time === undefined ? {} : { lastPhaseTransitionTime: time }),
    });
  });
});

describe("Endpoints", () => {
  it("show the first three addresses", () => {
    const addresses = [{ ip: "1.1.1.1" }, { ip: "1.1.1.2" }];
    expect(endpointsText([{ addresses, ports: [{ port: 80 }, { port: 81 }] }])).toBe(
      "1.1.1.1:80,1.1.1.2:80,1.1.1.1:81 + 1 more...",
    );
    expect(endpointsText([{ addresses }])).toBe("1.1.1.1,1.1.1.2");
    expect(endpointsText([])).toBe("<none>");
    expect(endpointsText([{ notReadyAddresses: addresses }])).toBe("");
  });
});
