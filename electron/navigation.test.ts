import { describe, expect, test } from "vitest";
import { isOwn, isSafeOutside } from "./navigation.ts";

const origin = "http://127.0.0.1:4000";

describe("isOwn", () => {
  test.each(["http://127.0.0.1:4000/", "http://127.0.0.1:4000/c/sandbox?ns=a#b"])("accepts %s", (address) => {
    expect(isOwn(address, origin)).toBe(true);
  });

  test.each([
    "http://127.0.0.1:4001/",
    "https://127.0.0.1:4000/",
    "http://127.0.0.1:4000@evil.example/",
    "http://127.0.0.1:4000.evil.example/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:text/html,hello",
    "about:blank",
    "",
    "not an address",
  ])("rejects %s", (address) => {
    expect(isOwn(address, origin)).toBe(false);
  });
});

describe("isSafeOutside", () => {
  test("allows https addresses", () => {
    expect(isSafeOutside("https://docs.example/page?x=1")).toBe(true);
  });

  test("allows loopback addresses, used by forwarded ports", () => {
    expect(isSafeOutside("http://127.0.0.1:41234/")).toBe(true);
  });

  test.each([
    "http://docs.example/",
    "http://127.0.0.1.evil.example/",
    "http://127.0.0.1@evil.example/",
    "http://name@127.0.0.1:41234/",
    "file:///etc/passwd",
    "smb://share/",
    "javascript:alert(1)",
    "https://bank.example@evil.example/",
    "https://:secret@evil.example/",
    "vscode://open",
    "",
  ])("rejects %s", (address) => {
    expect(isSafeOutside(address)).toBe(false);
  });
});
