import { describe, expect, it } from "vitest";
import { securityHeaders } from "./securityHeaders.ts";

describe("securityHeaders", () => {
  const headers = securityHeaders("http://127.0.0.1:4000");
  const policy = new Map(
    (headers["content-security-policy"] ?? "").split("; ").map((rule) => {
      const [name, ...sources] = rule.split(" ");
      return [name, sources] as const;
    }),
  );

  it("allows scripts from the host's files only", () => {
    expect(policy.get("script-src")).toEqual(["'self'"]);
    expect(policy.get("default-src")).toEqual(["'self'"]);
    for (const name of ["object-src", "base-uri"]) expect(policy.get(name)).toEqual(["'none'"]);
    const everything = [...policy.values()].flat();
    for (const loose of ["*", "'unsafe-eval'", "http:", "https:"]) expect(everything).not.toContain(loose);
  });

  it("allows connections to its own origin, including WebSocket", () => {
    expect(policy.get("connect-src")).toEqual(["'self'", "ws://127.0.0.1:4000"]);
    expect(securityHeaders("https://h")["content-security-policy"]).toContain("wss://h");
  });

  it("allows framing by the console itself only", () => {
    for (const name of ["frame-src", "frame-ancestors"]) expect(policy.get(name)).toEqual(["'self'"]);
  });

  it("forbids content sniffing, foreign framing and referrers", () => {
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "SAMEORIGIN",
      "referrer-policy": "no-referrer",
    });
  });
});
