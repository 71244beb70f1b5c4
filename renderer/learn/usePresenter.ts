import { useCallback, useEffect, useRef, useState } from "react";
import type { Lesson, LessonStep } from "../../shared/lessons/lesson.ts";
import { narration, presenting, usePresenting } from "../ui/theme/presenting.ts";
import { playStep } from "./playStep.ts";
import type { LessonSession } from "./useLesson.ts";

/** Milliseconds between two attempts of a request. */
const PAUSE = 250;

export interface PresenterOptions {
  lesson: Lesson;
  /** The current step. */
  step: LessonStep | undefined;
  session: LessonSession;
  onStep(step: LessonStep): void;
  /** Called with the error of a step. */
  onTrouble(error: unknown): void;
}

/**
 * What the next key press does: play the current step, or go to the next one; undefined while a step runs or at the
 * end.
 */
export type NextAction = "play" | "go" | undefined;

export interface Presenter {
  isPresenting: boolean;
  /** Number of the step, starting at 1. */
  number: number;
  next: NextAction;
  forward(): void;
  /** Undefined on the first step. */
  back: (() => void) | undefined;
}

/**
 * Presents a lesson: one press performs the step, the next one goes to the following step. Handles the keys of remote
 * controls.
 */
export function usePresenter({ lesson, step, session, onStep, onTrouble }: PresenterOptions): Presenter {
  const isPresenting = usePresenting();
  const [isPlaying, setPlaying] = useState(false);
  const index = step === undefined ? -1 : lesson.steps.indexOf(step);
  const isDone = step !== undefined && session.done.includes(step.id);
  const following = lesson.steps[index + 1];
  const previous = lesson.steps[index - 1];
  const next: NextAction = isPlaying || step === undefined ? undefined : !isDone ? "play" : following && "go";
  const forward = (): void => {
    if (step === undefined || next === undefined) return;
    if (next === "go") {
      if (following !== undefined) onStep(following);
      return;
    }
    setPlaying(true);
    const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE));
    playStep(step, { fill: session.fill, send: session.send, wait })
      .catch(onTrouble)
      .finally(() => setPlaying(false));
  };
  const back = previous === undefined ? undefined : () => onStep(previous);
  usePresenterKeys(isPresenting, { forward, back: back ?? (() => undefined) });
  return { isPresenting, number: index + 1, next, forward, back };
}

/** Ends presentation mode. */
export const stopPresenting = (): void => presenting.write(undefined);
export const toggleNarration = (): void => narration.write(!narration.read());

function usePresenterKeys(isOn: boolean, deeds: { forward(): void; back(): void }): void {
  const latest = useRef(deeds);
  latest.current = deeds;
  const onKey = useCallback((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
    const deed = { PageDown: latest.current.forward, PageUp: latest.current.back, n: toggleNarration }[event.key];
    if (deed === undefined) return;
    event.preventDefault();
    deed();
  }, []);
  useEffect(() => {
    if (!isOn) return;
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isOn, onKey]);
}

const CAPTURES_KEYS = 'textarea, select, input[type="range"], .monaco-editor, .xterm, [role="dialog"], [role="menu"]';

/**
 * Whether the focused element handles the key itself. A single-line field takes letters, but not Page Up and Page Down.
 */
function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest(CAPTURES_KEYS) !== null) return true;
  return target.tagName === "INPUT" && !key.startsWith("Page");
}
