import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { mayBeDeleted } from "./rangeDeletion.ts";

const range = (name: string, ...cidrs: string[]): ApiObject => ({ metadata: { name }, spec: { cidrs } });
const own = range("own", "10.0.0.0/24", "fd00::/120");

/**
 * Whether the range `own` may be removed, given other ranges and these addresses; addresses in brackets belong to other
 * owners.
 */
function may(others: readonly ApiObject[], ...addresses: string[]): boolean {
  const objects = addresses.map((name): ApiObject => ({ metadata: { name: name.replace(/[()]/g, "") } }));
  const kept = new Set(addresses);
  return atOnce(mayBeDeleted(own, [own, ...others], objects, ({ metadata }) => kept.has(metadata.name ?? "")));
}

it.each<[string, ApiObject[], string[], boolean]>([
  ["a range without addresses may be deleted", [], ["10.0.1.1"], true],
  ["a range with an address may not be deleted", [], ["10.0.0.1"], false],
  ["a range with an address in its second CIDR may not be deleted", [], ["10.0.1.1", "fd00::9"], false],
  [
    "network and broadcast addresses do not prevent deletion of a range",
    [],
    ["10.0.0.0", "10.0.0.255", "fd00::"],
    true,
  ],
  ["addresses with another owner do not prevent deletion of a range", [], ["(10.0.0.1)"], true],
  ["a name that is not an address does not prevent deletion of a range", [], ["nonsense"], true],
  [
    "a range may be deleted if another one has the same CIDRs",
    [range("twin", "10.0.0.0/24", "fd00::/120")],
    ["10.0.0.1", "fd00::9"],
    true,
  ],
  [
    "a range may be deleted if other ranges cover all its CIDRs",
    [range("a", "10.0.0.0/8"), range("b", "fd00::/64")],
    ["10.0.0.1"],
    true,
  ],
  [
    "a range may be deleted if another one covers the CIDR of its address",
    [range("a", "10.0.0.0/8")],
    ["10.0.0.1"],
    true,
  ],
  [
    "a range may not be deleted if no other one covers the CIDR of its address",
    [range("a", "10.0.0.0/8")],
    ["fd00::9"],
    false,
  ],
  [
    "a range may be deleted if smaller ranges contain all its addresses",
    [range("a", "10.0.0.0/28"), range("b", "10.0.0.16/28")],
    ["10.0.0.1", "10.0.0.20"],
    true,
  ],
  [
    "a range may not be deleted if smaller ranges contain only some of its addresses",
    [range("a", "10.0.0.0/28")],
    ["10.0.0.1", "10.0.0.20"],
    false,
  ],
  [
    "a range may not be deleted if its address is the broadcast address of the smaller range",
    [range("a", "10.0.0.0/28")],
    ["10.0.0.15"],
    false,
  ],
])("%s", (_, others, addresses, expected) => {
  expect(may(others, ...addresses)).toBe(expected);
});
