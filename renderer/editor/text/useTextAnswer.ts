import { useEffect, useRef, useState } from "react";
import type { Answer, TextQuestion } from "./textQuestion.ts";
import VerdictWorker from "./verdict.worker.ts?worker";

/** The questions about a single text. */
type AboutText = "verdict" | "documents";

/** The last answer of a worker, and the text that it is about. */
export interface TextAnswer<A extends AboutText> {
  readonly text: string;
  readonly answer: Answer<A>;
}

/**
 * The last answer of a worker about a text; undefined until the first one. The worker starts with the first text and
 * reads one text after the other.
 *
 * @param text undefined to ask nothing
 */
export function useTextAnswer<A extends AboutText>(text: string | undefined, about: A) {
  const worker = useRef<Worker>(undefined);
  const asked = useRef<string[]>([]);
  const [answer, setAnswer] = useState<TextAnswer<A>>();
  useEffect(() => {
    if (text === undefined) return setAnswer(undefined);
    if (worker.current === undefined) {
      worker.current = new VerdictWorker();
      worker.current.onmessage = ({ data }: MessageEvent<Answer<A>>) =>
        setAnswer({ text: asked.current.shift() ?? "", answer: data });
    }
    asked.current.push(text);
    worker.current.postMessage({ about, given: [text] } satisfies TextQuestion);
  }, [text, about]);
  useEffect(
    () => () => {
      worker.current?.terminate();
      worker.current = undefined;
      asked.current = [];
    },
    [],
  );
  return answer;
}
