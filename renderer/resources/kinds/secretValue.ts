import { bytesOfBase64 } from "../../../shared/text/base64.ts";

/** A decoded value of a secret; most are text, some are binary. */
interface DecodedValue {
  /** Undefined if the bytes are not text. */
  text: string | undefined;
  bytes: number;
}

/** Whether a text contains control characters other than tab and line breaks, so that it must be binary. */
const hasControl = (text: string): boolean => [...text].some((c) => c < " " && c !== "\t" && c !== "\n" && c !== "\r");

/** Decodes a value of `data`; invalid base64 counts as binary. */
export function decodeValue(base64: string): DecodedValue {
  try {
    const bytes = bytesOfBase64(base64);
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      return { text: hasControl(text) ? undefined : text, bytes: bytes.length };
    } catch {
      return { text: undefined, bytes: bytes.length };
    }
  } catch {
    return { text: undefined, bytes: 0 };
  }
}
