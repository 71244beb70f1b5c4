import { describe, expect, it } from "vitest";
import { isExempt, proxyFor } from "./proxyFor.ts";

describe("proxyFor", () => {
  it("prefers the cluster's own proxy to the environment's, without exemptions", () => {
    const environment = { HTTPS_PROXY: "http://env:1", NO_PROXY: "*" };
    expect(proxyFor("https://127.0.0.1", "http://own:2", environment)).toBe("http://own:2");
  });

  it.each([
    [{ HTTPS_PROXY: "http://p:1" }, "https://h", "http://p:1"],
    [{ https_proxy: "p:1" }, "https://h", "http://p:1"],
    [{ HTTP_PROXY: "http://p:1" }, "https://h", undefined],
    [{ HTTP_PROXY: "http://p:1" }, "http://h", "http://p:1"],
    [{ HTTPS_PROXY: "http://p:1", no_proxy: "h" }, "https://h", undefined],
    [{ HTTPS_PROXY: "http://p:1" }, "https://localhost:6443", undefined],
    [{}, "https://h", undefined],
  ])("%j for %s: %s", (environment, url, proxy) => {
    expect(proxyFor(url, "", environment)).toBe(proxy);
  });

  it.each(["socks5://p:1", "ftp://p", "nonsense://", "http//x"])("refuses %s, without quoting a password", (proxy) => {
    expect(() => proxyFor("https://h", proxy.replace("//", "//me:hidden@"), {})).toThrow(/proxy-url/);
    expect(() => proxyFor("https://h", proxy.replace("//", "//me:hidden@"), {})).not.toThrow(/hidden/);
  });
});

describe("isExempt", () => {
  it.each([
    ["example.com", "https://example.com", true],
    ["example.com", "https://a.b.example.com", true],
    ["example.com", "https://notexample.com", false],
    [".example.com", "https://example.com", false],
    ["*.example.com", "https://a.example.com", true],
    ["a,b , Example.COM", "https://example.com", true],
    ["example.com:8443", "https://example.com", false],
    ["example.com:443", "https://example.com", true],
    ["10.0.0.0/8", "https://10.1.2.3:6443", true],
    ["10.0.0.0/8", "https://11.1.2.3", false],
    ["10.0.0.0/99", "https://10.1.2.3", false],
    ["10.1.2.3", "https://10.1.2.3", true],
    ["fd00::/8", "https://[fd00::1]", true],
    ["fd00::1", "https://[fd00::1]", true],
    ["*", "https://anything", true],
    ["", "https://anything", false],
  ])("%s covers %s: %s", (list, url, exempt) => {
    expect(isExempt(new URL(url), list)).toBe(exempt);
  });
});
