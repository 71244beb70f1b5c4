import { useEffect, useState } from "react";
import type { TextAdvice } from "../../shared/advice/answers.ts";
import type { Release } from "../../shared/advice/release.ts";
import { useRested } from "../ui/useRested.ts";
import { adviseManifests } from "./adviceRequests.ts";

/** Milliseconds of rest after which a text is looked at. */
const REST = 300;

export interface TextAdviceState {
  /** About the text that was looked at last; undefined before the first. */
  readonly advice: TextAdvice | undefined;
  readonly error: unknown;
  /** The advice is not about the present text yet. */
  readonly pending: boolean;
}

const NOTHING: Omit<TextAdviceState, "pending"> = { advice: undefined, error: undefined };

/** Advice on a text as it is typed. The host is asked when typing rests; what it has not answered by then is called off. */
export function useTextAdvice(text: string, target: Release, vocabulary: string): TextAdviceState {
  const rested = useRested(text, REST);
  const question = `${target} ${vocabulary} ${rested}`;
  const [answer, setAnswer] = useState({ ...NOTHING, question: "" });
  const isEmpty = rested.trim() === "";
  useEffect(() => {
    if (isEmpty) return setAnswer({ ...NOTHING, question });
    const end = new AbortController();
    adviseManifests({ text: rested, target, vocabulary }, end.signal).then(
      (advice) => setAnswer({ advice, error: undefined, question }),
      (error: unknown) => {
        if (!end.signal.aborted) setAnswer({ advice: undefined, error, question });
      },
    );
    return () => end.abort();
  }, [rested, isEmpty, target, vocabulary, question]);
  return {
    advice: answer.advice,
    error: answer.error,
    pending: text !== rested || answer.question !== question,
  };
}
