import { useEffect, useMemo, useState } from "react";
import { askAboutText } from "./askAboutText.ts";
import { type About, type Answer, answerTo, type Given, isLong } from "./textQuestion.ts";

/** The state of a question about texts. */
export type Asked<A extends About> =
  | { readonly state: "busy" }
  | { readonly state: "failed"; readonly error: Error }
  | { readonly state: "answered"; readonly answer: Answer<A> };

const BUSY = { state: "busy" } as const;

/**
 * The answer to a question about texts: at once if they are short, else from a worker.
 *
 * @param given the same list as long as the question is the same; undefined to ask nothing, which counts as busy
 */
export function useAnswer<A extends About>(about: A, given: Given<A> | undefined): Asked<A> {
  const direct = useMemo((): Asked<A> | undefined => {
    if (given === undefined || isLong({ about, given })) return undefined;
    return { state: "answered", answer: answerTo({ about, given }) };
  }, [about, given]);
  const [remote, setRemote] = useState<{ given: Given<A>; asked: Asked<A> }>();
  useEffect(() => {
    if (given === undefined || direct !== undefined) return;
    let isCurrent = true;
    const settle = (asked: Asked<A>): void => {
      if (isCurrent) setRemote({ given, asked });
    };
    askAboutText(about, ...given).then(
      (answer) => settle({ state: "answered", answer }),
      (error: Error) => settle({ state: "failed", error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [about, given, direct]);
  return direct ?? (remote?.given === given ? remote?.asked : undefined) ?? BUSY;
}
