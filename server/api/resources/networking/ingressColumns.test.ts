import { describe, expect, it } from "vitest";
import { ingressColumns } from "./ingressColumns.ts";

const hosts = (...rules: (string | undefined)[]): unknown => {
  const object = {
    apiVersion: "networking.k8s.io/v1",
    kind: "Ingress",
    metadata: { name: "i" },
    spec: { rules: rules.map((host) => (host === undefined ? {} : { host })) },
  };
  return ingressColumns.find(({ name }) => name === "Hosts")?.cell(object, 0);
};

describe("the hosts of an ingress", () => {
  it("are all of them up to three", () => {
    expect(hosts()).toBe("*");
    expect(hosts(undefined, undefined)).toBe("*");
    expect(hosts("a", undefined, "b", "c")).toBe("a,b,c");
  });

  it("leave the rest out, counted in rules", () => {
    expect(hosts("a", "b", "c", "d")).toBe("a,b,c + 1 more...");
    expect(hosts("a", "b", "c", "d", undefined)).toBe("a,b,c + 2 more...");
    expect(hosts("a", "b", "c", undefined)).toBe("a,b,c + 1 more...");
  });
});
