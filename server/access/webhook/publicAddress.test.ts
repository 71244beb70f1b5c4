import { describe, expect, it } from "vitest";
import { testTls } from "../authentication/oidc/testing/testProvider.ts";
import { httpsDocuments } from "./fetchDocument.ts";
import { isPublicAddress } from "./publicAddress.ts";

describe("Public address", () => {
  it.each(["1.1.1.1", "172.15.0.1", "172.32.0.1", "192.0.2.1", "223.255.255.255", "2606:4700::1111"])(
    "includes %s",
    (text) => {
      expect(isPublicAddress(text)).toBe(true);
    },
  );

  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.100.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "192.168.1.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::a00:1",
    "fd00::1",
    "2001::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "example.com",
  ])("excludes %s", (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });
});

describe("Public-only fetch", () => {
  const signal = new AbortController().signal;

  it.each(["https://127.0.0.1:1/", "https://[::1]:1/", "https://2130706433:1/", "https://localhost:1/"])(
    "rejects %s",
    async (url) => {
      const fetch = httpsDocuments((await testTls()).authority, { publicOnly: true });
      await expect(fetch(url, signal)).rejects.toThrow(/is not a host of the public Internet$/);
    },
  );
});
