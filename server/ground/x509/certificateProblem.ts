import { X509Certificate } from "node:crypto";
import { DER, readElement } from "../../../shared/x509/der.ts";

/**
 * Why bytes are not a certificate, with the reference's message as far as the outermost structure shows it; undefined
 * when they are one.
 */
export function certificateProblem(der: Uint8Array<ArrayBuffer>): string | undefined {
  if (der.length === 0) return "found CERTIFICATE PEM block containing 0 certificates";
  try {
    new X509Certificate(der);
    return undefined;
  } catch {
    const outer = sequenceContent(der);
    return outer !== undefined && sequenceContent(outer) === undefined
      ? "x509: malformed tbs certificate"
      : "x509: malformed certificate";
  }
}

/** The content of the sequence at the beginning; undefined when there is none, or it is incomplete. */
function sequenceContent(bytes: Uint8Array): Uint8Array | undefined {
  try {
    const { tag, content } = readElement(bytes);
    return tag === DER.sequence ? content : undefined;
  } catch {
    return undefined;
  }
}
