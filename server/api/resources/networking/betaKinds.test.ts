import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { toTable } from "../../../model/encoding/table.ts";
import { fakeContext } from "../testing/fakeContext.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { ipAddresses } from "./ipAddresses.ts";
import { serviceCIDRs } from "./serviceCIDRs.ts";

const words = createVocabulary();

const texts = (errors: readonly { field: string; message: string }[] = []) =>
  errors.map(({ field, message }) => `${field}: ${message}`);
const parentRef = { resource: "services", namespace: "default", name: "web" };

describe("IPAddress", () => {
  const { strategy, columns } = ipAddresses;
  const address = (name: string, spec: object = { parentRef }): ApiObject => ({ metadata: { name }, spec });

  test.each<[string, object, string[]]>([
    ["10.0.0.1", { parentRef }, []],
    ["2001:db8::1", { parentRef: { ...parentRef, group: "example.com" } }, []],
    ["10.0.0.1", {}, ["spec.parentRef: Required value"]],
    [
      "10.0.0.1",
      { parentRef: { resource: "a/b" } },
      ["spec.parentRef.resource: Invalid value: \"a/b\": may not contain '/'", "spec.parentRef.name: Required value"],
    ],
  ])("%s %j", (name, spec, expected) => {
    expect(texts(strategyErrors(strategy, fakeContext(), address(name, spec)))).toEqual(expected);
  });

  test("has an immutable parent reference", () => {
    const moved = address("10.0.0.1", { parentRef: { ...parentRef, name: "other" } });
    expect(texts(strategyErrors(strategy, fakeContext(), moved, address("10.0.0.1")))).toEqual([
      'spec.parentRef: Invalid value: networking.ParentReference{Group:"", Resource:"services", Namespace:"default", Name:"other"}: field is immutable',
    ]);
    expect(texts(strategyErrors(strategy, fakeContext(), address("10.0.0.1", {}), address("10.0.0.1")))).toEqual([
      "spec.parentRef: Required value",
      'spec.parentRef: Invalid value: "null": field is immutable',
    ]);
  });

  test("shows its parent", () => {
    const cell = (spec: object) => columns[1]?.cell(address("10.0.0.1", spec), 0, words);
    expect(cell({ parentRef })).toBe("services/default/web");
    expect(cell({ parentRef: { group: "Example.com", resource: "things", name: "t" } })).toBe("things.example.com/t");
    expect(cell({})).toBe("<none>");
  });

  test("has its age in rows, which the header of the Table leaves out", () => {
    const options = { vocabulary: words, version: "v1", includeObject: "None", now: 5000 } as const;
    const created = { metadata: { name: "10.0.0.1", creationTimestamp: "1970-01-01T00:00:00Z" }, spec: { parentRef } };
    expect(toTable(ipAddresses, [created], {}, options)).toMatchObject({
      columnDefinitions: [{ name: "Name" }, { name: "ParentRef" }],
      rows: [{ cells: ["10.0.0.1", "services/default/web", "5s"] }],
    });
  });
});

describe("ServiceCIDR", () => {
  const { strategy } = serviceCIDRs;
  const range = (...cidrs: string[]): ApiObject => ({ metadata: { name: "r" }, spec: { cidrs } });
  const families = "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64";
  const whole = (...cidrs: string[]) =>
    `spec.cidrs: Invalid value: networking.ServiceCIDRSpec{CIDRs:[]string{${cidrs.map((c) => `"${c}"`).join(", ")}}}`;

  test.each<[string[], string[]]>([
    [["10.0.0.0/24"], []],
    [["10.0.0.0/24", "2001:db8::/64"], []],
    [[], ["spec.cidrs: Required value: at least one CIDR required"]],
    [["10.0.0.0/24", "10.1.0.0/24"], [`${whole("10.0.0.0/24", "10.1.0.0/24")}: ${families}`]],
    [["a", "10.1.0.0/24"], [`${whole("a", "10.1.0.0/24")}: ${families}`]],
    [["a", "b", "c"], [`${whole("a", "b", "c")}: may only hold up to 2 values`]],
  ])("%j", (cidrs, expected) => {
    expect(texts(strategyErrors(strategy, fakeContext(), range(...cidrs)))).toEqual(expected);
  });

  test("validates a single range", () => {
    expect(texts(strategyErrors(strategy, fakeContext(), range("a")))).toEqual([
      expect.stringMatching(/^spec\.cidrs\[0\]: Invalid value: "a": must be a valid CIDR value/),
    ]);
  });

  test("is immutable", () => {
    expect(texts(strategyErrors(strategy, fakeContext(), range("10.1.0.0/24"), range("10.0.0.0/24")))).toEqual([
      'spec.cidrs: Invalid value: []string{"10.1.0.0/24"}: field is immutable',
    ]);
    const emptied = strategyErrors(strategy, fakeContext(), { metadata: { name: "r" } }, range("10.0.0.0/24"));
    expect(texts(emptied)).toEqual([
      "spec.cidrs: Required value: at least one CIDR required",
      "spec.cidrs: Invalid value: []string(nil): field is immutable",
    ]);
  });
});
