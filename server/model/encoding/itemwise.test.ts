import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advance, atOnce } from "../../../shared/steps.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { loadSchema } from "../schema/schema.ts";
import { encodeItemwise, type ListHead } from "./itemwise.ts";
import type { Wire } from "./negotiate.ts";
import { encodeValue } from "./objectEncoder.ts";

const list: ListHead = {
  head: { kind: "ConfigMapList", apiVersion: "v1", metadata: { resourceVersion: "7" } },
  member: "items",
  node: loadSchema(createVocabulary()).definition("api.core.v1.ConfigMapList"),
};
const configMap = fc.record({
  metadata: fc.record({ name: fc.string() }),
  data: fc.dictionary(fc.string(), fc.string()),
});

const FORMS: readonly (readonly [Wire, boolean])[] = [
  ["json", false],
  ["json", true],
  ["yaml", false],
  ["protobuf", false],
  ["cbor", false],
];

const itself = (item: object): object => item;

const encoded = (wire: Wire, pretty: boolean, items: readonly object[]): Buffer =>
  Buffer.concat(atOnce(encodeItemwise(list, wire, pretty, items, itself)));

describe("Lists encoded item by item", () => {
  it.each(FORMS)("equal the whole list in %s (pretty: %s)", (wire, pretty) => {
    fc.assert(
      fc.property(fc.array(configMap, { maxLength: 5 }), (items) => {
        const whole = encodeValue({ ...list.head, items }, wire, pretty, list.node);
        expect(encoded(wire, pretty, items).equals(whole)).toBe(true);
      }),
    );
  });

  it.each(FORMS.filter(([wire]) => wire !== "protobuf"))("equal the whole Table in %s (pretty: %s)", (wire, pretty) => {
    const table: ListHead = {
      head: { kind: "Table", apiVersion: "meta.k8s.io/v1", metadata: {}, columnDefinitions: [{ name: "Name" }] },
      member: "rows",
      node: undefined,
    };
    for (const rows of [
      [],
      [{ cells: [] }, { cells: ["a\nb", 1, null], object: { metadata: { name: "a: b" } } }, {}],
    ]) {
      const made = Buffer.concat(atOnce(encodeItemwise(table, wire, pretty, rows, itself)));
      expect(made.equals(encodeValue({ ...table.head, rows }, wire, pretty))).toBe(true);
    }
  });

  it("consist of many chunks when long", () => {
    const items = Array.from({ length: 300 }, (_, i) => ({
      metadata: { name: `m${i}` },
      data: { text: "é".repeat(1000) },
    }));
    const chunks = atOnce(encodeItemwise(list, "json", false, items, itself));
    expect(chunks.length).toBeGreaterThan(3);
    expect(JSON.parse(encoded("json", false, items).toString())).toEqual({ ...list.head, items });
  });

  it.each(FORMS)("request an item after encoding the previous one, in %s (pretty: %s)", (wire, pretty) => {
    const asked: number[] = [];
    const steps = encodeItemwise(list, wire, pretty, [0, 1, 2], function* (i) {
      yield;
      asked.push(i);
      return {
        metadata: { name: "x" },
        data: Object.fromEntries(Array.from({ length: 20_000 }, (_, k) => [`k${k}`, "v"])),
      };
    });
    const pauses: number[] = [];
    // A time slice of zero: it yields wherever it checks the clock.
    for (let step = advance(steps, 0); step.done !== true; step = advance(steps, 0)) pauses.push(asked.length);
    // Only with separate steps are there pauses after the first item and before the second.
    expect(pauses.filter((count) => count === 1).length).toBeGreaterThan(3);
    expect(asked).toEqual([0, 1, 2]);
  });
});
