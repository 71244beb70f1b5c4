import { useMemo } from "react";
import { useRested } from "../../ui/useRested.ts";
import { type ParsedText, parseText } from "../editingText.ts";

/** Characters from which on a text is read when the user pauses: reading a megabyte takes the better part of a second. */
const LONG = 50_000;
/** Milliseconds of such a pause. */
const PAUSE = 400;

/**
 * The object in a text that the user changed; undefined for an unchanged text, which was written from the object and needs
 * no reading.
 */
export function useParsedText({
  text,
  dirty,
}: {
  readonly text: string;
  readonly dirty: boolean;
}): ParsedText | undefined {
  const rested = useRested(text, PAUSE);
  const read = text.length < LONG ? text : rested;
  return useMemo(() => (dirty ? parseText(read) : undefined), [dirty, read]);
}
