import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClusterRegistry } from "../clusterRegistry.ts";
import { type FakeCluster, startFakeCluster } from "../testing/fakeCluster.ts";
import { createHandovers } from "./handovers.ts";
import { type Opening, openingPath } from "./openingPath.ts";

let fake: FakeCluster;
beforeAll(async () => {
  fake = await startFakeCluster();
});
afterAll(() => fake.close());

describe("openingPath", () => {
  const handovers = createHandovers(() => 0);
  const pathOf = (opening: Opening): string => openingPath(opening, createClusterRegistry([fake.cluster]), handovers);

  test("returns the path of a view", () => {
    expect(pathOf({ path: "/c/fake/core/v1/pods?ns=dev" })).toBe("/c/fake/core/v1/pods?ns=dev");
    expect(pathOf({ path: "/" })).toBe("/");
  });

  test("returns a path for fetching a handed-over text", () => {
    const path = pathOf({ text: "kind: ConfigMap", cluster: "fake" });
    const id = /^\/c\/fake\/open\?from=([\w-]{22})$/.exec(path)?.[1] ?? "";
    expect(handovers.take(id)).toBe("kind: ConfigMap");
  });

  test("refuses foreign places and unknown clusters, and lists the known ones", () => {
    expect(() => pathOf({ path: "//evil.example" })).toThrow('"//evil.example" is no address within the console.');
    expect(() => pathOf({ path: "/c/prod" })).toThrow('There is no cluster "prod"; Orrery knows fake.');
    expect(() => pathOf({ text: "", cluster: "prod" })).toThrow('There is no cluster "prod"');
  });
});
