import { useState } from "react";
import { type AskedSubject, SUBJECT_KEYS, subjectFrom } from "../askedSubject.ts";
import { QUESTION_KEYS, questionFrom } from "./questionFrom.ts";
import type { Question } from "./review.ts";

interface Typed {
  /** The question in the address at the time when the user typed this one. */
  address: string;
  question: Question;
  subject: AskedSubject;
}

interface TypedQuestion extends Typed {
  setQuestion(question: Question): void;
  setSubject(subject: AskedSubject): void;
}

/** The question of an address as a canonical text; empty when it contains none. */
export function questionKey(params: URLSearchParams): string {
  if (!params.has("verb")) return "";
  const keys = ["mode", ...QUESTION_KEYS, ...SUBJECT_KEYS];
  return JSON.stringify(keys.map((key) => params.getAll(key)));
}

/**
 * The question of a form and its subject: as typed, until the address contains another question (a link, back,
 * forward).
 */
export function useTypedQuestion(params: URLSearchParams, namespace: string): TypedQuestion {
  const address = questionKey(params);
  const [typed, setTyped] = useState<Typed>();
  const now =
    typed?.address === address
      ? typed
      : { address, question: questionFrom(params, namespace), subject: subjectFrom(params) };
  return {
    ...now,
    setQuestion: (question) => setTyped({ ...now, question }),
    setSubject: (subject) => setTyped({ ...now, subject }),
  };
}
