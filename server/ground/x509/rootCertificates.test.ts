import { expect, it } from "vitest";
import { immediately } from "../../../shared/steps.ts";
import { createAuthority } from "./certificates.ts";
import { rootCertificatesProblem } from "./rootCertificates.ts";

const block = (label: string, data: string): string => `-----BEGIN ${label}-----\n${data}\n-----END ${label}-----\n`;
const problem = immediately(rootCertificatesProblem);
const BROKEN = block("CERTIFICATE", "AAAA");
const WHY = "unable to load root certificates: ";

it.each([
  ["\n", "unable to parse bytes as PEM block"],
  ["some text", "unable to parse bytes as PEM block"],
  [BROKEN, "failed to parse certificate: x509: malformed certificate"],
  [block("PUBLIC KEY", "AAAA"), "no valid certificate authority data seen"],
  [`${block("PUBLIC KEY", "AAAA")}\n`, "unable to parse bytes as PEM block"],
])("%j contains no certificate", (text, detail) => {
  expect(problem(text)).toBe(WHY + detail);
});

it("one valid certificate is enough", async () => {
  const { certificate } = await createAuthority("root", 0, 1);
  expect(problem(certificate)).toBeUndefined();
  expect(problem(`${BROKEN}${certificate}\n\n`)).toBeUndefined();
});
