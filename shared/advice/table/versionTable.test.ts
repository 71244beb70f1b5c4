import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../vocabulary.ts";
import { compareReleases, parseRelease } from "../release.ts";
import { samples } from "../testing/samples.ts";
import { indexVersions, pluralOf, rowOf, versionTable } from "./versionTable.ts";

/** Group, version and kinds removed in a release. */
const gone = (release: string): string[] =>
  versionTable
    .filter(({ removed }) => removed === release)
    .flatMap(({ group, version, kinds }) => kinds.map((kind) => `${group}/${version} ${kind}`))
    .sort();

describe("versionTable", () => {
  it("knows what each release removed", () => {
    expect(gone("1.32")).toEqual([
      "flowcontrol.apiserver.{domain}/v1beta3 FlowSchema",
      "flowcontrol.apiserver.{domain}/v1beta3 PriorityLevelConfiguration",
    ]);
    expect(gone("1.29")).toHaveLength(2);
    expect(gone("1.27")).toEqual(["storage.{domain}/v1beta1 CSIStorageCapacity"]);
    expect(gone("1.26")).toHaveLength(3);
    expect(gone("1.25")).toHaveLength(7);
    expect(gone("1.22")).toHaveLength(23);
    expect(gone("1.16")).toHaveLength(13);
  });

  it("is consistent", () => {
    const places = new Set<string>();
    for (const { group, version, kinds, deprecated, removed, use, meanwhile = [] } of versionTable) {
      for (const release of [deprecated, removed, use?.since]) {
        if (release !== undefined) expect(parseRelease(release)).toBe(release);
      }
      if (removed !== undefined) expect(compareReleases(deprecated, removed)).toBeLessThan(0);
      const successors = [...(use === undefined ? [] : [use]), ...meanwhile];
      if (removed !== undefined && successors.length > 0) {
        expect(successors.some(({ since }) => compareReleases(since, removed) < 0)).toBe(true);
      }
      for (const kind of kinds) places.add(`${group}/${version} ${kind}`);
      // A recommended version is not outdated itself.
      if (use !== undefined) for (const kind of kinds) expect(rowOf(use.group, use.version, kind)).toBeUndefined();
    }
    expect(places.size).toBe(versionTable.reduce((sum, { kinds }) => sum + kinds.length, 0));
  });

  it("has a sample for every possible conversion", () => {
    const vocabulary = createVocabulary();
    const tried = new Set(samples.map(({ before }) => `${before["apiVersion"]} ${before["kind"]}`));
    const missing = versionTable
      .filter(({ use }) => use !== undefined)
      .flatMap(({ group, version, kinds }) => kinds.map((kind) => `${vocabulary.render(group)}/${version} ${kind}`))
      .filter((name) => !tried.has(name));
    expect(missing).toEqual([]);
  });

  it("finds rows by kind and by resource", () => {
    const index = indexVersions(createVocabulary());
    expect(index.ofKind("networking.k8s.io", "v1beta1", "Ingress")?.removed).toBe("1.22");
    expect(index.ofResource("extensions", "v1beta1", "networkpolicies")?.kind).toBe("NetworkPolicy");
    expect(index.ofResource("storage.k8s.io", "v1beta1", "csistoragecapacities")?.kind).toBe("CSIStorageCapacity");
    expect(index.ofKind("networking.k8s.io", "v1", "Ingress")).toBeUndefined();
    expect(pluralOf("IngressClass")).toBe("ingressclasses");
  });
});

describe("Releases", () => {
  it("are parsed and compared by number", () => {
    expect(["1.9", "v1.32", "01.2"].map(parseRelease)).toEqual(["1.9", "1.32", "1.2"]);
    expect(["", "1", "1.32.3", "1.x", "1.99999"].map(parseRelease)).toEqual(Array(5).fill(undefined));
    expect(compareReleases("1.9", "1.16")).toBeLessThan(0);
    expect(compareReleases("2.0", "1.32")).toBeGreaterThan(0);
  });
});
