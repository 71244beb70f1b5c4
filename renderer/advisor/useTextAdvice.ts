import { useEffect, useState } from "react";
import type { TextAdvice } from "../../shared/advice/answers.ts";
import type { Release } from "../../shared/advice/release.ts";
import { useDebounced } from "../ui/useDebounced.ts";
import { adviseManifests } from "./adviceRequests.ts";

/** Milliseconds after the last keystroke until the host checks the text. */
const REST = 300;

export interface TextAdviceState {
  /** Advice on the last checked text; undefined before the first check. */
  readonly advice: TextAdvice | undefined;
  readonly error: unknown;
  /** Whether the advice does not refer to the current text yet. */
  readonly pending: boolean;
}

const NOTHING: Omit<TextAdviceState, "pending"> = { advice: undefined, error: undefined };

/** Advice on a text while the user types. Asks the host when typing pauses, and aborts pending requests. */
export function useTextAdvice(text: string, target: Release, vocabulary: string): TextAdviceState {
  const rested = useDebounced(text, REST);
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
