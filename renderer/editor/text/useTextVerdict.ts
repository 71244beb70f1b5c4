import { useEffect, useMemo, useRef, useState } from "react";
import { useDebounced } from "../../ui/useDebounced.ts";
import { LONG_TEXT } from "./longText.ts";
import { type TextQuestion, type TextVerdict, verdictOn } from "./textVerdict.ts";
import VerdictWorker from "./verdict.worker.ts?worker";

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
  const remote = useRemoteVerdict(dirty && isLong ? read : undefined);
  if (!dirty) return undefined;
  return isLong ? remote : direct;
}

/** The last verdict of a worker, which starts with the first text and reads one text after the other. */
function useRemoteVerdict(text: string | undefined): TextVerdict | undefined {
  const worker = useRef<Worker>(undefined);
  const [verdict, setVerdict] = useState<TextVerdict>();
  useEffect(() => {
    if (text === undefined) return setVerdict(undefined);
    if (worker.current === undefined) {
      worker.current = new VerdictWorker();
      worker.current.onmessage = ({ data }: MessageEvent<TextVerdict>) => setVerdict(data);
    }
    worker.current.postMessage({ text, about: "verdict" } satisfies TextQuestion);
  }, [text]);
  useEffect(
    () => () => {
      worker.current?.terminate();
      worker.current = undefined;
    },
    [],
  );
  return verdict;
}
