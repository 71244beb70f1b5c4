import {
  type Ask,
  type CheckOutcome,
  fillIn,
  type Kept,
  keepFrom,
  runChecks,
  type SeenRequest,
} from "../../../shared/lessons/checkEngine.ts";
import type { Lesson, LessonRequest, LessonStep } from "../../../shared/lessons/lesson.ts";
import type { Language } from "./lessonConnection.ts";
import { lessonLine, parseLessonInput } from "./lessonInput.ts";

const WORDS = {
  en: {
    help: "Type a request (METHOD PATH [as=USER] [accept=TYPE] [type=TYPE] [BODY]), Enter to check, or: hint, solve, show, quit.",
    unclear: "That is neither a request nor a word of this lesson.",
    noHint: "There are no more hints.",
    finished: "All steps are done.",
  },
  de: {
    help: "Eine Anfrage eingeben (METHODE PFAD [as=WER] [accept=TYP] [type=TYP] [INHALT]), Enter prüft, oder: hint, solve, show, quit.",
    unclear: "Das ist weder eine Anfrage noch ein Wort dieser Lektion.",
    noHint: "Mehr Tipps gibt es nicht.",
    finished: "Alle Schritte sind getan.",
  },
} as const;

/** How long checks wait for a cluster to react to what was done. */
export interface CheckRetries {
  readonly attempts: number;
  wait(): Promise<void>;
}
const NO_RETRIES: CheckRetries = { attempts: 0, wait: () => Promise.resolve() };

/** Maximum number of characters of an answer that are shown. */
const SHOWN = 1500;

/**
 * Plays a lesson, line by line: shows the task, sends the typed requests, checks after each request.
 *
 * @param lines the typed lines; the lesson ends with them
 * @param retries waiting of the checks; by default each check runs once
 * @returns whether all steps were done
 */
export async function runLesson(
  lesson: Lesson,
  ask: Ask,
  lines: AsyncIterable<string>,
  language: Language,
  out: (text: string) => void,
  retries: CheckRetries = NO_RETRIES,
): Promise<boolean> {
  const words = WORDS[language];
  const seen: SeenRequest[] = [];
  let kept: Kept = {};
  let at = 0;
  let hints = 0;
  const say = (text: string): void => out(`${text}\n`);
  const show = (step: LessonStep): void => {
    say(`\n${at + 1}/${lesson.steps.length}  ${step.title[language]}\n`);
    for (const text of step.text) say(`${text[language]}\n`);
  };
  const send = async (request: LessonRequest, step: LessonStep): Promise<void> => {
    const filled = fillIn(request, kept);
    const answer = await ask(filled);
    seen.push({ ...filled, ...answer });
    const planned = step.solution.find(
      (each) => each.method === filled.method && fillIn(each.path, kept) === filled.path,
    );
    if (planned !== undefined) kept = keepFrom(planned, answer, kept);
    say(`${answer.status}  ${answer.text.slice(0, SHOWN)}${answer.text.length > SHOWN ? " …" : ""}`);
  };
  /** @returns whether the lesson has ended */
  const checkStep = async (step: LessonStep): Promise<boolean> => {
    let outcomes = await runChecks(step.checks, ask, seen);
    for (let attempt = 0; attempt < retries.attempts && !outcomes.every(({ ok }) => ok); attempt += 1) {
      await retries.wait();
      outcomes = await runChecks(step.checks, ask, seen);
    }
    for (const outcome of outcomes) say(outcomeLine(outcome, language));
    if (!outcomes.every(({ ok }) => ok)) return false;
    at += 1;
    hints = 0;
    const next = lesson.steps[at];
    if (next === undefined) say(`\n${words.finished}`);
    else show(next);
    return next === undefined;
  };
  const first = lesson.steps[0];
  if (first === undefined) return true;
  say(`${lesson.title[language]}\n${lesson.summary[language]}\n\n${words.help}`);
  show(first);
  for await (const line of lines) {
    const step = lesson.steps[at] ?? first;
    const input = parseLessonInput(line);
    if (input?.kind === "quit") return false;
    if (input === undefined) say(`${words.unclear} ${words.help}`);
    else if (input.kind === "help") say(words.help);
    else if (input.kind === "show") show(step);
    else if (input.kind === "hint") {
      say(step.hints[hints]?.[language] ?? words.noHint);
      hints += 1;
    } else {
      const requests = input.kind === "request" ? [input.request] : input.kind === "solve" ? step.solution : [];
      for (const request of requests) {
        if (input.kind === "solve") say(`> ${lessonLine(fillIn(request, kept))}`);
        await send(request, step);
      }
      if (await checkStep(step)) return true;
    }
  }
  return false;
}

const outcomeLine = ({ ok, check, found }: CheckOutcome, language: Language): string =>
  `${ok ? "[x]" : "[ ]"} ${check.says[language]}${found === "" ? "" : `  (${found})`}`;
