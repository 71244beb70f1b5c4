/** The values of secrets travel as base64; most are text, some are not. */
interface DecodedValue {
  /** Undefined when the bytes are no text. */
  text: string | undefined;
  bytes: number;
}

/** Control characters other than tab and line ends do not stand in text. */
const hasControl = (text: string): boolean => [...text].some((c) => c < " " && c !== "\t" && c !== "\n" && c !== "\r");

/** Decodes a value of `data`; what is no base64 counts as no text. */
export function decodeValue(base64: string): DecodedValue {
  try {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
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
