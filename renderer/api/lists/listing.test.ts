import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { ApiError } from "../../../shared/status.ts";
import { afterEvent, type ReadPage, readListing } from "./listing.ts";

const ROLES = { group: "g", version: "v1", resource: "roles", namespaced: true };
const object = (name: string): ApiObject => ({ apiVersion: "g/v1", kind: "Role", metadata: { name } });
const nameOf = (item: ApiObject): string => item.metadata.name ?? "";
const refused = new ApiError(403, "Forbidden", "no");

function server(answers: Record<string, { items: string[]; next?: string } | Error>): ReadPage {
  return async (path) => {
    const answer = answers[path.replace(/[?&]limit=500/, "")];
    if (answer === undefined) throw new Error(`unexpected ${path}`);
    if (answer instanceof Error) throw answer;
    return { metadata: { resourceVersion: "7", continue: answer.next ?? "" }, items: answer.items.map(object) };
  };
}

describe("readListing", () => {
  it("reads every page", async () => {
    const read = server({
      "/apis/g/v1/roles": { items: ["a"], next: "t" },
      "/apis/g/v1/roles&continue=t": { items: ["b"] },
    });
    expect(await readListing(read, ROLES, ["n"], nameOf)).toEqual({ items: ["a", "b"], resourceVersion: "7" });
  });

  it("reads single namespaces if the cluster-wide list is denied, and names them", async () => {
    const read = server({
      "/apis/g/v1/roles": refused,
      "/apis/g/v1/namespaces/x/roles": { items: ["a"] },
      "/apis/g/v1/namespaces/y/roles": refused,
    });
    expect(await readListing(read, ROLES, ["x", "y"], nameOf)).toEqual({
      items: ["a"],
      resourceVersion: "",
      gap: { resource: "roles", message: "no", namespaces: ["x"], refusal: refused },
    });
    const clusterWide = await readListing(read, { ...ROLES, namespaced: false }, ["x"], nameOf);
    expect(clusterWide.gap?.namespaces).toEqual([]);
  });

  it("fails on errors other than a denial", async () => {
    const read = server({ "/apis/g/v1/roles": new ApiError(500, "InternalError", "broken") });
    await expect(readListing(read, ROLES, [], nameOf)).rejects.toThrow("broken");
  });

  it("stops at a limit and reports it", async () => {
    const names = Array.from({ length: 20_000 }, (_, i) => `r${i}`);
    const read = server({ "/apis/g/v1/roles": { items: names, next: "t" } });
    const { gap, items } = await readListing(read, ROLES, [], nameOf);
    expect(items).toHaveLength(20_000);
    expect(gap).toEqual({ resource: "roles", message: "", namespaces: [] });
  });
});

describe("afterEvent", () => {
  const item = (name: string, value: number, namespace = "") => ({ name, namespace, value });
  const listing = { items: [item("a", 1), item("a", 2, "n")], resourceVersion: "1" };

  it("adds, replaces and removes by namespace and name", () => {
    expect(afterEvent(listing, "ADDED", item("b", 3)).items).toHaveLength(3);
    expect(afterEvent(listing, "MODIFIED", item("a", 9)).items).toEqual([item("a", 2, "n"), item("a", 9)]);
    expect(afterEvent(listing, "DELETED", item("a", 0, "n")).items).toEqual([item("a", 1)]);
  });
});
