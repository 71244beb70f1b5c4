import { isTurnDue, type Steps } from "../../../shared/steps.ts";
import { parsePem } from "../../../shared/x509/pem.ts";
import { certificateProblem } from "./certificateProblem.ts";

/** Why no certificate of a PEM text can be trusted as a root, with the reference's message; undefined when one can. */
export function* rootCertificatesProblem(text: string): Steps<string | undefined> {
  let first: string | undefined;
  for (const { label, hasHeaders, data } of parsePem(text)) {
    if (isTurnDue()) yield;
    if (label !== "CERTIFICATE" || hasHeaders) continue;
    const problem = certificateProblem(data);
    if (problem === undefined) return undefined;
    first ??= problem;
  }
  return `unable to load root certificates: ${first === undefined ? missingCertificateReason(text) : `failed to parse certificate: ${first}`}`;
}

/**
 * The error for a text without a valid certificate: the reference reads block after block, and fails at what follows
 * the last one.
 */
function missingCertificateReason(text: string): string {
  const end = text.lastIndexOf("-----END ");
  const line = text.indexOf("\n", end);
  const follows = end < 0 || (line >= 0 && line + 1 < text.length);
  return follows ? "unable to parse bytes as PEM block" : "no valid certificate authority data seen";
}
