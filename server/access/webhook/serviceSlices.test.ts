import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { memoryReader } from "../authorization/testing/memoryReader.ts";
import { serviceSlices } from "./serviceSlices.ts";

const SLICES = { group: "discovery.k8s.io", resource: "endpointslices" };
const slice = (name: string, service: string | undefined, namespace = "ns"): ApiObject => ({
  metadata: {
    name,
    namespace,
    ...(service === undefined ? {} : { labels: { "kubernetes.io/service-name": service } }),
  },
});

describe("serviceSlices", () => {
  it("lists a namespace once and follows its changes", () => {
    const reader = memoryReader();
    let lists = 0;
    const list: typeof reader.list = (...of) => {
      lists++;
      return reader.list(...of);
    };
    const counting = { ...reader, list };
    for (const each of [slice("a", "web"), slice("b", "db"), slice("c", undefined), slice("d", "web", "other")]) {
      reader.put(SLICES, each);
    }
    const slices = serviceSlices(counting, createVocabulary());
    const names = (service: string): (string | undefined)[] =>
      slices.of("ns", service).map(({ metadata }) => metadata.name);
    expect([names("web"), names("db"), names("none")]).toEqual([["a"], ["b"], []]);
    reader.put(SLICES, slice("b", "web"));
    reader.put(SLICES, slice("e", "db"));
    reader.put(SLICES, slice("f", "web", "other"));
    expect([names("web"), names("db")]).toEqual([["a", "b"], ["e"]]);
    reader.put(SLICES, slice("a", undefined));
    reader.remove(SLICES, "ns", "e");
    expect([names("web"), names("db")]).toEqual([["b"], []]);
    expect(lists).toBe(1);
  });

  it("returns current slices until stopped", () => {
    const reader = memoryReader();
    reader.put(SLICES, slice("a", "web"));
    const slices = serviceSlices(reader, createVocabulary());
    expect(slices.of("ns", "web")).toHaveLength(1);
    const changed = { ...slice("a", "web"), endpoints: [] };
    reader.put(SLICES, changed);
    expect(slices.of("ns", "web")).toEqual([changed]);
    slices.stop();
    reader.put(SLICES, slice("b", "web"));
    expect(slices.of("ns", "web")).toEqual([changed]);
  });
});
