import { X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import { certificateProblem } from "./certificateProblem.ts";
import { createAuthority } from "./certificates.ts";

describe("certificateProblem", () => {
  const bytes = (...values: number[]) => new Uint8Array(values);

  it("accepts a valid certificate", async () => {
    const authority = await createAuthority("root", 0, 1);
    const der = new Uint8Array(new X509Certificate(authority.certificate).raw);
    expect(certificateProblem(der)).toBeUndefined();
    expect(certificateProblem(der.slice(0, -1))).toBe("x509: malformed certificate");
  });

  it("reports what is wrong with the outermost structure", () => {
    expect(certificateProblem(bytes())).toBe("found CERTIFICATE PEM block containing 0 certificates");
    expect(certificateProblem(bytes(0, 0, 0))).toBe("x509: malformed certificate");
    expect(certificateProblem(bytes(0x30, 0x03, 0x02, 0x01, 0x07))).toBe("x509: malformed tbs certificate");
    expect(certificateProblem(bytes(0x30, 0x02, 0x30, 0x00))).toBe("x509: malformed certificate");
  });
});
