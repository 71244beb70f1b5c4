import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { volumeAnnotations } from "../../volumes/annotations.ts";
import type { Claim, Volume } from "../../volumes/kinds.ts";
import { hasAccessOf, requestedBytes, sizeOf } from "../../volumes/matchVolume.ts";
import { bestVolume, unsuitability } from "./suitability.ts";

const annotations = volumeAnnotations(createVocabulary());

const claim = (spec: object = {}): Claim => ({
  metadata: { name: "c", namespace: "n", uid: "u" },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "2Gi" } }, ...spec },
});

const volume = (name: string, spec: object = {}, metadata: object = {}): Volume => ({
  metadata: { name, ...metadata },
  spec: { accessModes: ["ReadWriteOnce"], capacity: { storage: "2Gi" }, ...spec },
  status: { phase: "Available" },
});

describe("unsuitability", () => {
  it.each<[object, object, string | undefined]>([
    [{}, {}, undefined],
    [{ capacity: { storage: "1Gi" } }, {}, "requested PV is too small"],
    [{ storageClassName: "fast" }, {}, "storageClassName does not match"],
    [{ volumeMode: "Block" }, {}, "incompatible volumeMode"],
    [{ accessModes: ["ReadOnlyMany"] }, {}, "incompatible accessMode"],
    [{}, { deletionTimestamp: "2026-01-01T00:00:00Z" }, 'the volume is marked for deletion "v"'],
  ])("reports why a claim cannot use %j", (spec, metadata, message) => {
    expect(unsuitability(volume("v", spec, metadata), claim(), annotations)).toBe(message);
  });
});

describe("bestVolume", () => {
  const nameOf = (volumes: Volume[], wanted: Claim = claim(), onlyMeant = false): string | undefined =>
    bestVolume(wanted, volumes, annotations, onlyMeant)?.metadata.name;

  it("prefers fewer access modes over smaller size, and a pre-bound volume over an available one", () => {
    const many = volume("many", { accessModes: ["ReadWriteOnce", "ReadOnlyMany"] });
    const large = volume("large", { capacity: { storage: "9Gi" } });
    expect(nameOf([many, large])).toBe("large");
    const claimRef = { namespace: "n", name: "c" };
    const meant = volume("meant", { capacity: { storage: "20Gi" }, claimRef });
    expect(nameOf([large, meant, many])).toBe("meant");
    expect(nameOf([volume("theirs", { claimRef: { ...claimRef, uid: "other" } })])).toBeUndefined();
    expect(nameOf([large, meant], claim(), true)).toBe("meant");
    expect(nameOf([large], claim(), true)).toBeUndefined();
  });

  it("skips volumes that are bound, terminating, or not selected", () => {
    expect(nameOf([{ ...volume("released"), status: { phase: "Released" } }])).toBeUndefined();
    expect(nameOf([volume("leaves", {}, { deletionTimestamp: "2026-01-01T00:00:00Z" })])).toBeUndefined();
    const picky = claim({ selector: { matchExpressions: [{ key: "tier", operator: "In", values: ["a"] }] } });
    const volumes = [
      volume("none"),
      volume("b", {}, { labels: { tier: "b" } }),
      volume("a", {}, { labels: { tier: "a" } }),
    ];
    expect(nameOf(volumes, picky)).toBe("a");
  });

  it("finds a volume exactly when one matches, and none that matches better exists", () => {
    const modes = fc.uniqueArray(fc.constantFrom("ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany"), { minLength: 1 });
    const volumes = fc.array(fc.record({ accessModes: modes, size: fc.integer({ min: 1, max: 5 }) }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(volumes, modes, fc.integer({ min: 1, max: 5 }), (given, accessModes, size) => {
        const all = given.map((one, i) =>
          volume(`v${i}`, { accessModes: one.accessModes, capacity: { storage: `${one.size}Gi` } }),
        );
        const wanted = claim({ accessModes, resources: { requests: { storage: `${size}Gi` } } });
        const suiting = all.filter((one) => hasAccessOf(one, wanted) && sizeOf(one) >= requestedBytes(wanted));
        const found = bestVolume(wanted, all, annotations, false);
        expect(found === undefined).toBe(suiting.length === 0);
        const rank = (one: Volume): number => (one.spec?.accessModes?.length ?? 0) * 100 + sizeOf(one) / 2 ** 30;
        if (found !== undefined) expect(rank(found)).toBe(Math.min(...suiting.map(rank)));
      }),
    );
  });
});
