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
  ["nothing lies in it", [], ["10.0.1.1"], true],
  ["an address lies in it", [], ["10.0.0.1"], false],
  ["an address of its second range lies in it", [], ["10.0.1.1", "fd00::9"], false],
  ["only its network's and its broadcast address are there", [], ["10.0.0.0", "10.0.0.255", "fd00::"], true],
  ["its addresses are kept by others", [], ["(10.0.0.1)"], true],
  ["what is there is no address", [], ["nonsense"], true],
  ["another one has the same ranges", [range("twin", "10.0.0.0/24", "fd00::/120")], ["10.0.0.1", "fd00::9"], true],
  ["others cover each of its ranges", [range("a", "10.0.0.0/8"), range("b", "fd00::/64")], ["10.0.0.1"], true],
  ["others cover one of its ranges", [range("a", "10.0.0.0/8")], ["10.0.0.1"], true],
  ["others cover one, and the address lies in the other", [range("a", "10.0.0.0/8")], ["fd00::9"], false],
  [
    "smaller ones hold all addresses",
    [range("a", "10.0.0.0/28"), range("b", "10.0.0.16/28")],
    ["10.0.0.1", "10.0.0.20"],
    true,
  ],
  ["smaller ones do not hold all", [range("a", "10.0.0.0/28")], ["10.0.0.1", "10.0.0.20"], false],
  ["the address is the broadcast address of the other one", [range("a", "10.0.0.0/28")], ["10.0.0.15"], false],
])("%s", (_, others, addresses, expected) => {
  expect(may(others, ...addresses)).toBe(expected);
});
