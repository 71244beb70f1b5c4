import { useMemo } from "react";
import { useDebounced } from "../../ui/useDebounced.ts";
import { LONG_TEXT } from "./textQuestion.ts";
import { type TextVerdict, verdictOn } from "./textVerdict.ts";
import { useTextAnswer } from "./useTextAnswer.ts";

/** Milliseconds without a change that count as a pause in typing. */
const PAUSE = 400;

/** The text, or for a long one, the text at the last pause in typing. */
export function useRestedText(text: string): string {
  const rested = useDebounced(text, PAUSE);
  return text.length < LONG_TEXT ? text : rested;
}

/**
 * The verdict on a text that the user changed; on a long text, the last verdict of a worker. Undefined for an unchanged
 * text, which is not parsed because it was written from the object, and until the worker's first verdict.
 */
export function useTextVerdict({
  text,
  dirty,
}: {
  readonly text: string;
  readonly dirty: boolean;
}): TextVerdict | undefined {
  const read = useRestedText(text);
  const isLong = read.length >= LONG_TEXT;
  const direct = useMemo(() => (dirty && !isLong ? verdictOn(read) : undefined), [dirty, isLong, read]);
  const remote = useTextAnswer(dirty && isLong ? read : undefined, "verdict")?.answer;
  if (!dirty) return undefined;
  return isLong ? remote : direct;
}
