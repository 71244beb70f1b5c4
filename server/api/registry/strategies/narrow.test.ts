import { expect, it } from "vitest";
import { noteLarge } from "../../../../shared/json/largeMaps.ts";
import { decoded } from "./narrow.ts";

it("drops nulls everywhere and shares objects without nulls", () => {
  const spec = { containers: [{ name: "c" }] };
  const object = { metadata: { name: "a", labels: null, managedFields: [{ manager: null }] }, spec, status: null };
  const read = decoded<Record<string, unknown>>(object as never);
  expect(read).toEqual({ metadata: { name: "a", managedFields: [{ manager: null }] }, spec });
  expect(read["spec"]).toBe(spec);
});

it("does not enumerate large maps of labels or annotations", () => {
  const large = (): Record<string, string> => {
    const map = new Proxy<Record<string, string>>(
      {},
      {
        ownKeys() {
          throw new Error("listed");
        },
      },
    );
    noteLarge(map);
    return map;
  };
  const metadata = { name: "a", labels: large(), annotations: large() };
  const read = decoded<{ metadata: object }>({ metadata, spec: null });
  expect(Object.keys(read)).toEqual(["metadata"]);
  expect(read.metadata).toBe(metadata);
});
