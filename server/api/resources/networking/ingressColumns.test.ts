import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { ingressColumns } from "./ingressColumns.ts";

const words = createVocabulary();

const hosts = (...rules: (string | undefined)[]): unknown => {
  const object = {
    apiVersion: "networking.k8s.io/v1",
    kind: "Ingress",
    metadata: { name: "i" },
    spec: { rules: rules.map((host) => (host === undefined ? {} : { host })) },
  };
  return ingressColumns.find(({ name }) => name === "Hosts")?.cell(object, 0, words);
};

describe("Ingress hosts", () => {
  it("shows up to three hosts", () => {
    expect(hosts()).toBe("*");
    expect(hosts(undefined, undefined)).toBe("*");
    expect(hosts("a", undefined, "b", "c")).toBe("a,b,c");
  });

  it("summarizes further hosts by their number of rules", () => {
    expect(hosts("a", "b", "c", "d")).toBe("a,b,c + 1 more...");
    expect(hosts("a", "b", "c", "d", undefined)).toBe("a,b,c + 2 more...");
    expect(hosts("a", "b", "c", undefined)).toBe("a,b,c + 1 more...");
  });
});
