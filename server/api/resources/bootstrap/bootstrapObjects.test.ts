import { describe, expect, test } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { allDefinitions } from "../all.ts";
import { fakeContext } from "../testing/fakeContext.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { bootstrapObjects } from "./bootstrapObjects.ts";

const vocabulary = createVocabulary();
const facts = { serviceIP: "10.96.0.1", endpointAddresses: ["192.0.2.1"] };

describe("bootstrapObjects", () => {
  const objects = bootstrapObjects(vocabulary, 6443, facts);

  test("all objects belong to served resources and are unique", () => {
    const keys = objects.map(
      ({ resource, object }) =>
        `${object.apiVersion} ${resource} ${object.metadata.namespace ?? ""} ${object.metadata.name}`,
    );
    expect(new Set(keys).size).toBe(keys.length);
    for (const { resource, object } of objects) {
      const definition = allDefinitions.find((d) => d.plural === resource && d.kind === object.kind);
      expect(definition, resource).toBeDefined();
    }
  });

  test("flow control, priority and APIService objects pass their own validation", () => {
    for (const { resource, object } of objects.filter(({ object: o }) => o.apiVersion !== "v1")) {
      const definition = allDefinitions.find((d) => d.plural === resource && d.kind === object.kind);
      const copy = structuredClone(object);
      definition?.strategy.prepareForCreate?.(fakeContext(), copy);
      expect(
        definition && strategyErrors(definition.strategy, fakeContext(), copy),
        `${resource} ${object.metadata.name}`,
      ).toEqual([]);
    }
  });

  test("another vocabulary replaces every word of the default one", () => {
    const text = JSON.stringify(bootstrapObjects(createVocabulary("orch"), 6443, facts));
    expect(text).not.toMatch(/kube|k8s|[{](?:prefix|domain|product|labelDomain)[}]/);
  });

  test("endpoints are omitted without addresses", () => {
    const resources = bootstrapObjects(vocabulary, 6443).map(({ resource }) => resource);
    expect(resources).not.toContain("endpoints");
    expect(resources.slice(0, 4)).toEqual(["namespaces", "namespaces", "namespaces", "namespaces"]);
  });
});
