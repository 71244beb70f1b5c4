import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Lesson, LessonRequest, LessonStep } from "../../shared/lessons/lesson.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { learnUrl } from "../app/urls.ts";
import { Badge } from "../ui/Badge.tsx";
import { Button } from "../ui/Button.tsx";
import { useNarration, usePresenting } from "../ui/theme/presenting.ts";
import { Prose } from "./Prose.tsx";
import type { LessonSession } from "./useLesson.ts";
import { useLessonText } from "./useLessonText.ts";
import "./lessonActions.css";
import "./StepView.css";

export interface StepViewProps {
  step: LessonStep;
  session: LessonSession;
  onCheck(): void;
  onFill(request: LessonRequest): void;
  /** Undefined on the last step. */
  onNext: (() => void) | undefined;
  /** The lesson after this one. */
  next: Lesson | undefined;
}

/** The task of a step, the results of its checks, and hints. */
export function StepView({ step, session, onCheck, onFill, onNext, next }: StepViewProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const say = useLessonText();
  const [hints, setHints] = useState(0);
  const [solved, setSolved] = useState(false);
  const isPresenting = usePresenting();
  const isNarrated = useNarration() || !isPresenting;
  const done = session.done.includes(step.id);
  return (
    <article className="lessonStep" data-testid="step" data-done={done}>
      <h2>{say(step.title)}</h2>
      {isNarrated
        ? step.text.map((text) => (
            <p key={text.en}>
              <Prose text={say(text)} />
            </p>
          ))
        : null}
      <section aria-label={t("learn.checks")} aria-live="polite">
        <ul className="lessonChecks">
          {step.checks.map((check, index) => {
            const outcome = session.outcomes[index]?.check === check ? session.outcomes[index] : undefined;
            const met = outcome?.ok ?? done;
            return (
              <li key={check.says.en}>
                <Badge tone={met ? "good" : "neutral"} dot>
                  {t(met ? "learn.met" : "learn.open")}
                </Badge>
                <span>
                  <Prose text={say(check.says)} />
                  {outcome === undefined || outcome.found === "" ? null : (
                    <code className="lessonFound muted">{outcome.found}</code>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      </section>
      <div className="lessonActions">
        <Button onClick={onCheck} disabled={session.busy !== undefined} data-testid="lesson-check">
          {t("learn.check")}
        </Button>
        {done && onNext !== undefined ? (
          <Button variant="primary" onClick={onNext} data-testid="lesson-next">
            {t("learn.next")}
          </Button>
        ) : null}
        {hints < step.hints.length ? (
          <Button variant="quiet" onClick={() => setHints(hints + 1)} data-testid="lesson-hint">
            {t(hints === 0 ? "learn.hint" : "learn.anotherHint")}
          </Button>
        ) : null}
        <Button variant="quiet" aria-expanded={solved} onClick={() => setSolved(!solved)} data-testid="lesson-solution">
          {t("learn.solution")}
        </Button>
      </div>
      {step.hints.slice(0, hints).map((hint) => (
        <p key={hint.en} className="notice">
          <span>
            <Prose text={say(hint)} />
          </span>
        </p>
      ))}
      {solved || isPresenting ? (
        <ol className="lessonSolution">
          {step.solution.map((request) => (
            <li key={`${request.method} ${request.path}`}>
              <code>
                {request.method} {session.fill(request.path)}
              </code>
              <Button onClick={() => onFill(request)} data-testid="lesson-fill">
                {t("learn.fill")}
              </Button>
            </li>
          ))}
        </ol>
      ) : null}
      {done && onNext === undefined ? (
        <p className="notice good" data-testid="lesson-finished">
          {t("learn.finished")}{" "}
          {next === undefined ? null : (
            <Link to={learnUrl(cluster.id, next.id)}>{t("learn.finishedNext", { title: say(next.title) })}</Link>
          )}
        </p>
      ) : null}
      <p className="faint">{t("learn.elsewhere")}</p>
    </article>
  );
}
