import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { differencesOf, MAX_DIFFERENCES } from "./differences.ts";

const deployment = (spec: object, metadata: object = {}): ApiObject => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", ...metadata },
  spec,
});

describe("differencesOf", () => {
  it("ignores fields missing in the manifest and the notation of quantities", () => {
    const container = { name: "web", image: "web:1", resources: { limits: { cpu: "1000m", memory: 1024 } } };
    const wanted = deployment({ replicas: 2, paused: false, template: { spec: { containers: [container] } }, x: {} });
    const found = deployment(
      {
        replicas: 2,
        strategy: { type: "RollingUpdate" },
        template: {
          spec: {
            containers: [
              { ...container, imagePullPolicy: "Always", resources: { limits: { cpu: "1", memory: "1024" } } },
            ],
          },
        },
      },
      { uid: "1", labels: { a: "b" } },
    );
    expect(differencesOf(wanted, found)).toEqual([]);
  });

  it("matches items by key in any order", () => {
    const wanted = deployment({
      replicas: 2,
      containers: [
        { name: "a", image: "a:1" },
        { name: "b", image: "b:1" },
      ],
    });
    const found = deployment({
      replicas: 3,
      containers: [
        { name: "proxy", image: "p" },
        { name: "a", image: "a:2" },
      ],
    });
    expect(differencesOf(wanted, found)).toEqual([
      { path: ["spec", "replicas"], desired: 2, found: 3 },
      { path: ["spec", "containers", 1, "image"], desired: "a:1", found: "a:2" },
      { path: ["spec", "containers"], desired: { name: "b", image: "b:1" }, found: undefined },
    ]);
  });

  it("compares lists of plain values as a whole", () => {
    expect(differencesOf(deployment({ args: ["a", "b"] }), deployment({ args: ["b", "a"] }))).toEqual([
      { path: ["spec", "args"], desired: ["a", "b"], found: ["b", "a"] },
    ]);
  });

  it("compares stringData of a Secret with its data, and compares labels and annotations", () => {
    const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "s", labels: { a: "1" } } };
    const wanted = { ...secret, stringData: { key: "ä" } };
    expect(differencesOf(wanted, { ...secret, data: { key: "w6Q=" } })).toEqual([]);
    expect(differencesOf(wanted, { ...secret, metadata: { name: "s" }, data: { key: "" } })).toHaveLength(2);
  });

  it("limits the number of differences", () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`k${i}`, "x"]));
    expect(differencesOf(deployment(many), deployment({}))).toHaveLength(MAX_DIFFERENCES);
  });
});
