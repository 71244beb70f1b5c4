import fc from "fast-check";
import { expect, test } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { sliceFromV1beta1, sliceToV1beta1 } from "./conversion.ts";

const name = fc.stringMatching(/^[a-z]{1,6}$/);
const capacity = fc.dictionary(name, fc.constantFrom("1", "2Gi", "500m"));
const device = fc.record({
  name,
  basic: fc.record({ attributes: fc.dictionary(name, fc.record({ int: fc.nat() })), capacity }, { requiredKeys: [] }),
});
const slice = fc.record({
  metadata: fc.constant({ name: "s" }),
  spec: fc.record({ driver: name, devices: fc.option(fc.array(device)) }, { requiredKeys: ["driver"] }),
});

test("a round trip is lossless", () => {
  fc.assert(
    fc.property(slice, (object) => {
      expect(sliceFromV1beta1(sliceToV1beta1(object as ApiObject))).toEqual(object);
    }),
  );
});

test("capacities are wrapped in objects", () => {
  const basic = { attributes: { a: { int: 1 } }, capacity: { memory: "1Gi" } };
  const object: ApiObject = { metadata: {}, spec: { devices: [{ name: "d", basic }, { name: "e" }] } };
  expect(sliceToV1beta1(object)["spec"]).toEqual({
    devices: [{ name: "d", basic: { ...basic, capacity: { memory: { value: "1Gi" } } } }, { name: "e" }],
  });
});
