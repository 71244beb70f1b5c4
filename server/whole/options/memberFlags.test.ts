import { expect, it } from "vitest";
import { OptionError } from "../../ground/settings/optionError.ts";
import { advertisedAddress, insideAddress, knownAddress, memberFlags, publishedAddress } from "./memberFlags.ts";

const address = (internal: boolean, text: string) => ({
  address: text,
  netmask: "",
  mac: "",
  internal,
  cidr: null,
  ...(text.includes(":") ? { family: "IPv6" as const, scopeid: 0 } : { family: "IPv4" as const }),
});
const interfaces = {
  lo: [address(true, "127.0.0.1"), address(true, "::1")],
  link: [address(false, "169.254.1.1"), address(false, "fe80::1")],
  eth0: [address(false, "192.0.2.7"), address(false, "2001:db8::7")],
};
const options = (bindAddress: string, more: object = {}) => ({
  bindAddress,
  apiserverCount: 1,
  endpointReconcilerType: "lease",
  serviceClusterIpRange: "10.96.0.0/12",
  ...more,
});

it("advertises --advertise-address, the bind address or the machine's address", () => {
  expect(advertisedAddress(options("0.0.0.0", { advertiseAddress: "10.1.1.1" }), interfaces)).toBe("10.1.1.1");
  expect(advertisedAddress(options("192.0.2.9"), interfaces)).toBe("192.0.2.9");
  expect(advertisedAddress(options("0.0.0.0"), interfaces)).toBe("192.0.2.7");
  expect(advertisedAddress(options("::", { serviceClusterIpRange: "fd00::/112" }), interfaces)).toBe("2001:db8::7");
  expect(advertisedAddress(options("0.0.0.0"), {})).toBeUndefined();
});

it("advertises no address when it listens on loopback only", () => {
  expect(advertisedAddress(options("127.0.0.1"), interfaces)).toBeUndefined();
  expect(advertisedAddress(options("localhost"), interfaces)).toBeUndefined();
});

it("publishes only endpoints of the service IP family for the API's own service", () => {
  const six = { serviceClusterIpRange: "fd00::/112,10.96.0.0/16" };
  const refusal = 'service IP family "fd00::/112" must match public address family "10.1.1.1"';
  expect(publishedAddress(options("0.0.0.0", six), interfaces)).toBe("2001:db8::7");
  expect(publishedAddress(options("127.0.0.1", six), interfaces)).toBeUndefined();
  expect(() => publishedAddress(options("0.0.0.0", { ...six, advertiseAddress: "10.1.1.1" }), interfaces)).toThrow(
    new OptionError(refusal),
  );
  expect(() => publishedAddress(options("2001:db8::9"), interfaces)).toThrow(
    'service IP family "10.96.0.0/12" must match public address family "2001:db8::9"',
  );
  const alone = { ...six, advertiseAddress: "10.1.1.1", endpointReconcilerType: "none" };
  expect(publishedAddress(options("0.0.0.0", alone), interfaces)).toBeUndefined();
});

it("is identified by its advertised address, or else by its loopback address", () => {
  expect(knownAddress(options("127.0.0.1", { advertiseAddress: "10.1.1.1" }))).toBe("10.1.1.1");
  expect(knownAddress(options("127.0.0.2"))).toBe("127.0.0.2");
  expect(knownAddress(options("::1"))).toBe("::1");
  expect(knownAddress(options("localhost"))).toBe("127.0.0.1");
});

it("serves simulated pods at an address of their network when it listens on loopback", () => {
  const nodes = { simulatedNodes: 3 };
  expect(insideAddress({ ...options("127.0.0.1"), ...nodes })).toBe("192.168.100.1");
  expect(insideAddress({ ...options("127.0.0.1", { serviceClusterIpRange: "fd00::/112" }), ...nodes })).toBe(
    "fd00:192:168:100::1",
  );
  expect(insideAddress({ ...options("127.0.0.1", { endpointReconcilerType: "none" }), ...nodes })).toBeUndefined();
  expect(insideAddress({ ...options("127.0.0.1", { advertiseAddress: "10.1.1.1" }), ...nodes })).toBeUndefined();
  expect(insideAddress({ ...options("127.0.0.1"), simulatedNodes: 0 })).toBeUndefined();
});

it("refuses addresses that a server cannot have", () => {
  const read = (text: string) => memberFlags.advertiseAddress.read([text]);
  expect(read("2001:DB8:0::1")).toBe("2001:db8::1");
  for (const text of ["", "host", "0.0.0.0", "127.0.0.1", "169.254.0.1"]) {
    expect(() => read(text), text).toThrow(OptionError);
  }
  expect(() => memberFlags.endpointReconcilerType.read(["leases"])).toThrow("lease, master-count or none");
});
