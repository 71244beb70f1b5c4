import { parsePem } from "../../../shared/x509/pem.ts";
import { certificateProblem } from "./certificateProblem.ts";

/** Why no certificate of a PEM text can be trusted as a root, in the reference's words; undefined when one can. */
export function rootCertificatesProblem(text: string): string | undefined {
  const blocks = parsePem(text).filter(({ label, hasHeaders }) => label === "CERTIFICATE" && !hasHeaders);
  const problems = blocks.map(({ data }) => certificateProblem(data));
  if (problems.includes(undefined)) return undefined;
  const [first] = problems;
  return `unable to load root certificates: ${first === undefined ? whyNone(text) : `failed to parse certificate: ${first}`}`;
}

/** The reference reads block after block, and stumbles over what follows the last one. */
function whyNone(text: string): string {
  const end = text.lastIndexOf("-----END ");
  const line = text.indexOf("\n", end);
  const follows = end < 0 || (line >= 0 && line + 1 < text.length);
  return follows ? "unable to parse bytes as PEM block" : "no valid certificate authority data seen";
}
