import { isTurnDue, type Steps } from "../../../../shared/steps.ts";

/** The text of each byte in messages. */
const HEX = Array.from({ length: 256 }, (_, byte) => `0x${byte.toString(16)}`);

/** Bytes in Go syntax: `[]byte{0x1, 0xff}`. @param base64 undefined for none */
export function* bytesText(base64: string | undefined): Steps<string> {
  if (base64 === undefined) return "[]byte(nil)";
  const shown: string[] = [];
  for (const byte of Buffer.from(base64, "base64")) {
    if (isTurnDue()) yield;
    shown.push(HEX[byte] as string);
  }
  return `[]byte{${shown.join(", ")}}`;
}
