import { useMemo } from "react";
import { useDebounced } from "../../ui/useDebounced.ts";
import { type ParsedText, parseText } from "../editingText.ts";

/** Characters from which on a text is parsed only when typing pauses: parsing a megabyte takes most of a second. */
const LONG = 50_000;
/** Milliseconds without a change that count as a pause in typing. */
const PAUSE = 400;

/**
 * The object in a text that the user changed. Undefined for an unchanged text, which is not parsed because it was
 * written from the object.
 */
export function useParsedText({
  text,
  dirty,
}: {
  readonly text: string;
  readonly dirty: boolean;
}): ParsedText | undefined {
  const rested = useDebounced(text, PAUSE);
  const read = text.length < LONG ? text : rested;
  return useMemo(() => (dirty ? parseText(read) : undefined), [dirty, read]);
}
