import { describe, expect, it } from "vitest";
import { locatePath } from "./locateField.ts";

const pod = {
  metadata: { labels: { app: "a", "app.example.com/name": "b", "odd[key]": "c" }, finalizers: ["x/y", "z"] },
  spec: {
    replicas: 3,
    containers: [
      { name: "a", image: "a:1", ports: [{ containerPort: 80 }, { containerPort: 80, protocol: "UDP" }] },
      { name: 'q"]', image: "q:1" },
    ],
  },
};

describe("locatePath", () => {
  it("resolves list keys and values to positions", () => {
    expect(locatePath(pod, ["f:spec", "f:containers", 'k:{"name":"a"}', "f:image"])).toEqual([
      "spec",
      "containers",
      0,
      "image",
    ]);
    expect(locatePath(pod, ["f:metadata", "f:finalizers", 'v:"z"'])).toEqual(["metadata", "finalizers", 1]);
    expect(locatePath(pod, ["f:spec", "f:containers", "i:1"])).toEqual(["spec", "containers", 1]);
    expect(locatePath(pod, ["f:spec", "f:missing"])).toBeUndefined();
    expect(locatePath(pod, ["f:spec", "f:containers", 'k:{"name":"none"}'])).toBeUndefined();
    expect(locatePath(pod, ["f:spec", "f:replicas", "f:x"])).toBeUndefined();
  });
});
