import { describe, expect, it } from "vitest";
import type { ResourceRow } from "../../api/tables/tableRow.ts";
import { filterReleases, releasesOf, type StoredRevision, statusTone, storedRevision } from "./releases.ts";

const row = (name: string, labels: Record<string, string>): ResourceRow => ({
  uid: name,
  name,
  namespace: "shop",
  created: 5_000,
  deleting: false,
  labels,
  cells: [],
  read: 0,
});
const stored = (name: string, revision: number, status = "superseded"): StoredRevision =>
  storedRevision(
    row(`sh.helm.release.v1.${name}.v${revision}`, { owner: "helm", name, version: String(revision), status }),
    "secrets",
  ) as StoredRevision;

describe("storedRevision", () => {
  it("reads labels and skips objects that only look like a release", () => {
    expect(stored("web", 2)).toMatchObject({ namespace: "shop", name: "web", revision: 2, updated: 5_000 });
    const labels = { owner: "helm", name: "web", version: "1", modifiedAt: "1700000000" };
    expect(storedRevision(row("sh.helm.release.v1.web.v1", labels), "configmaps")?.updated).toBe(1_700_000_000_000);
    expect(storedRevision(row("other", labels), "secrets")).toBeUndefined();
    expect(storedRevision(row("sh.helm.release.v1.web.v1", { ...labels, version: "x" }), "secrets")).toBeUndefined();
    expect(storedRevision(row("sh.helm.release.v1.web.v1", {}), "secrets")).toBeUndefined();
  });
});

describe("releasesOf", () => {
  it("takes the newest revision by number and names the deployed one if it differs", () => {
    const releases = releasesOf([
      stored("web", 9, "deployed"),
      stored("web", 10, "failed"),
      stored("web", 2),
      stored("api", 1, "deployed"),
    ]);
    expect(releases).toMatchObject([
      { name: "api", kept: 1 },
      { name: "web", revision: 10, status: "failed", kept: 3, running: 9 },
    ]);
    expect(releases[0]).not.toHaveProperty("running");
  });

  it("filters by text", () => {
    const releases = releasesOf([stored("web", 1, "failed"), stored("api", 1, "deployed")]);
    expect(filterReleases(releases, "shop FAIL").map(({ name }) => name)).toEqual(["web"]);
    expect(filterReleases(releases, " ")).toBe(releases);
  });

  it("gives every status a tone", () => {
    expect(["deployed", "failed", "pending-upgrade", "superseded"].map(statusTone)).toEqual([
      "good",
      "bad",
      "accent",
      "neutral",
    ]);
  });
});
