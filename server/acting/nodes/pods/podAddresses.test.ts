import { expect, it } from "vitest";
import { placeOf } from "../nodeNames.ts";
import { PodAddresses } from "./podAddresses.ts";

const first = placeOf(1, ["IPv4", "IPv6"]);

it("reuses an address only after all others and never allocates one twice", () => {
  const addresses = new PodAddresses(first.podAddresses);
  addresses.keep("fd00:10:244::3");
  const taken = Array.from({ length: 252 }, () => addresses.take());
  expect(taken.slice(0, 2)).toEqual([
    ["10.244.0.2", "fd00:10:244::2"],
    ["10.244.0.4", "fd00:10:244::4"],
  ]);
  expect(new Set(taken.flat()).size).toBe(2 * 252);
  expect([addresses.areFree, addresses.take()]).toEqual([false, []]);
  for (const address of ["10.244.0.7", "10.244.1.9", "192.168.100.2", "fd00::1"]) addresses.release(address);
  expect(addresses.take()).toEqual(["10.244.0.7", "fd00:10:244::7"]);
  expect([addresses.areFree, addresses.take()]).toEqual([false, []]);
});

it("differ between nodes in each IP family", () => {
  const places = Array.from({ length: 3000 }, (_, i) => placeOf(i + 1, ["IPv6", "IPv4"]));
  const all = places.flatMap(({ addresses, podRanges }) => [...addresses, ...podRanges]);
  expect(new Set(all).size).toBe(4 * 3000);
  expect(places[299]).toMatchObject({
    addresses: ["fd00:192:168:101::51", "192.168.101.51"],
    podRanges: ["fd00:10:245:43::/64", "10.245.43.0/24"],
  });
});
