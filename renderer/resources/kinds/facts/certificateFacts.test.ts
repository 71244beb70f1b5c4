import { describe, expect, it } from "vitest";
import { AUTHORITY, CERTIFICATE, REQUEST } from "../../../../shared/x509/testing/samples.ts";
import { certificateFacts, requestFacts } from "./certificateFacts.ts";
import type { Fact } from "./kindFacts.ts";

const at = (day: string): number => Date.parse(`${day}T12:00:00Z`);
const texts = (facts: readonly Fact[]) =>
  Object.fromEntries(facts.map(({ name, values }) => [name, values.map(({ text }) => text).join(" | ")]));

describe("Certificate facts", () => {
  it("include subject, issuer and validity", () => {
    expect(texts(certificateFacts(CERTIFICATE + AUTHORITY, at("2026-06-01")))).toEqual({
      expires: "2027-01-01T00:00:00.000Z",
      validFrom: "",
      subject: "O=Shop, O=Web, CN=shop",
      names: "shop.example.com | *.shop.example.com | 10.0.0.7 | 2001:db8:0:0:0:0:0:1",
      issuer: "CN=Shop CA",
      chain: "CN=Shop CA",
    });
  });

  it.each([
    ["bad", "2025-12-31"],
    ["good", "2026-12-01"],
    ["warn", "2026-12-03"],
    ["bad", "2027-01-01"],
  ])("are %s on %s", (tone, day) => {
    expect(certificateFacts(CERTIFICATE, at(day))[0]?.values[0]?.tone).toBe(tone);
  });

  it("are empty for other texts", () => {
    const broken = "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n";
    for (const text of ["", broken, REQUEST]) expect(certificateFacts(text, 0)).toEqual([]);
  });
});

it("returns the subject and names of a certificate request", () => {
  const { subject, names } = texts(requestFacts(btoa(REQUEST)));
  expect(subject?.split(", ").sort()).toEqual(["CN=jane", "O=dev", "O=ops"]);
  expect(names).toBe("web.example.com");
  expect(requestFacts("odd")).toEqual([]);
});
