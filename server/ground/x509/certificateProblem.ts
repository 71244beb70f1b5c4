import { X509Certificate } from "node:crypto";
import { DER, readElement } from "./der.ts";

/** Why bytes are no certificate, in the reference's words as far as the outermost structure tells; undefined when they are one. */
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

/** What is in the sequence at the beginning; undefined when none is there, or not the whole of it. */
function sequenceContent(bytes: Uint8Array): Uint8Array | undefined {
  try {
    const { tag, content } = readElement(bytes);
    return tag === DER.sequence ? content : undefined;
  } catch {
    return undefined;
  }
}
