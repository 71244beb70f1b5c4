import { X509Certificate } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createAuthority, issueCertificate, type KeyedCertificate } from "../../../ground/x509/certificates.ts";
import type { Credentials } from "../authenticator.ts";
import {
  isRequestHeader,
  type RequestHeaders,
  requestHeaderAuthenticator,
  STANDARD_REQUEST_HEADERS,
} from "./requestHeader.ts";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-01-02T03:04:05Z");
let authority: KeyedCertificate;
let proxy: Uint8Array;
let stranger: Uint8Array;

beforeAll(async () => {
  const life = { notBefore: NOW - HOUR, notAfter: NOW + HOUR };
  authority = await createAuthority("proxies", NOW - HOUR, NOW + HOUR);
  const other = await createAuthority("others", NOW - HOUR, NOW + HOUR);
  const leaf = { commonName: "front", organizations: [], usage: "client", ...life } as const;
  const der = ({ certificate }: KeyedCertificate): Uint8Array => new X509Certificate(certificate).raw;
  proxy = der(await issueCertificate(authority, leaf));
  stranger = der(await issueCertificate(other, leaf));
});

const ask = (
  headers: Record<string, string[]>,
  parts: { allowed?: string[]; peer?: Uint8Array[]; names?: Partial<RequestHeaders> } = {},
) => {
  const authenticator = requestHeaderAuthenticator({
    authorities: authority.certificate,
    allowedNames: parts.allowed ?? [],
    headers: { ...STANDARD_REQUEST_HEADERS, uid: [], ...parts.names },
    now: () => NOW,
  });
  const credentials: Credentials = {
    headers: Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, values.join(", ")])),
    headerValues: headers,
    peerCertificates: parts.peer ?? [proxy],
    path: "/",
  };
  return authenticator.authenticate(credentials);
};

describe("requestHeaderAuthenticator", () => {
  it("accepts the user named by a trusted proxy", () => {
    const seen = ask({
      "x-remote-user": ["carol", "ignored"],
      "x-remote-group": ["one", "", "two"],
      "x-remote-extra-scopes": ["a", "b, c"],
      "x-remote-extra-acme.com%2fproject": ["x"],
      "x-remote-extra-50%": ["y"],
      "x-remote-uid": ["7"],
    });
    expect(seen).toEqual({
      username: "carol",
      groups: ["one", "two"],
      extra: { scopes: ["a", "b, c"], "acme.com/project": ["x"], "50%": ["y"] },
    });
  });

  it("decodes every key that a proxy can encode", () => {
    const key = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => text === text.toLowerCase());
    fc.assert(
      fc.property(key, (written) => {
        const name = `x-remote-extra-${encodeURIComponent(written)}`.toLowerCase();
        const seen = ask({ "x-remote-user": ["carol"], [name]: ["v"] });
        expect(seen).toMatchObject({ extra: { [written]: ["v"] } });
      }),
    );
  });

  it("looks up each attribute in the configured headers in order", () => {
    const names = {
      username: ["X-User", "X-Remote-User"],
      uid: ["X-Uid"],
      group: ["X-G1", "X-G2"],
      extraPrefix: ["X-E-"],
    };
    const headers = {
      "x-remote-user": ["dave"],
      // Values after an empty first one are ignored.
      "x-user": ["", "erin"],
      "x-uid": ["7"],
      "x-g2": ["b"],
      "x-g1": ["a"],
      "x-e-k": ["v"],
    };
    expect(ask(headers, { names })).toEqual({ username: "dave", uid: "7", groups: ["a", "b"], extra: { k: ["v"] } });
  });

  it.each([{}, { "x-remote-user": [""] }, { "x-remote-group": ["system:masters"] }])(
    "leaves a proxy request without a user in %j to other methods",
    (headers) => {
      expect(ask(headers as Record<string, string[]>)).toBeUndefined();
    },
  );

  it("trusts no other client", () => {
    const headers = { "x-remote-user": ["admin"], "x-remote-group": ["system:masters"] };
    expect(ask(headers, { peer: [] })).toBeUndefined();
    expect(() => ask(headers, { peer: [stranger] })).toThrow("Unauthorized");
    expect(() => ask(headers, { allowed: ["another"] })).toThrow("Unauthorized");
    expect(ask(headers, { allowed: ["another", "front"] })).toMatchObject({ username: "admin" });
  });
});

describe("isRequestHeader", () => {
  it.each([
    ["x-remote-user", true],
    ["x-remote-uid", true],
    ["x-remote-group", true],
    ["x-remote-extra-any", true],
    ["x-remote-users", false],
    ["accept", false],
  ])("%s: %s", (name, known) => {
    expect(isRequestHeader(STANDARD_REQUEST_HEADERS)(name)).toBe(known);
  });
});
