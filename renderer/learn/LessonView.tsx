import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Lesson, LessonRequest } from "../../shared/lessons/lesson.ts";
import { LessonError } from "../../shared/lessons/lifecycle.ts";
import { isScenario } from "../../shared/scenarios/scenario.ts";
import { messageOf } from "../../shared/text/messageOf.ts";
import { ErrorText } from "../access/refusals/ErrorText.tsx";
import { refusalIn } from "../access/refusals/refusalIn.ts";
import { WhyLink } from "../access/refusals/WhyLink.tsx";
import { useClusterScope } from "../app/clusterContext.ts";
import { Loading } from "../app/Loading.tsx";
import { clusterUrl, learnUrl } from "../app/urls.ts";
import { useViewParam } from "../app/useViewParam.ts";
import { useWriteRefusal } from "../app/useWriteRefusal.ts";
import { offerDock } from "../commandLine/dockState.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Icon } from "../ui/Icon.tsx";
import { useToast } from "../ui/layers/Toast.tsx";
import { presenting } from "../ui/theme/presenting.ts";
import { activeScenarios } from "./activeScenario.ts";
import { ownScenarios } from "./ownScenarios.ts";
import { PresenterBar } from "./PresenterBar.tsx";
import { ScenarioBench } from "./ScenarioBench.tsx";
import { StepView } from "./StepView.tsx";
import { useLesson } from "./useLesson.ts";
import { useLessonText } from "./useLessonText.ts";
import { useLiveChecks } from "./useLiveChecks.ts";
import { usePresenter } from "./usePresenter.ts";
import { useScenarios } from "./useScenarios.ts";
import { Workbench } from "./Workbench.tsx";
import "./numberMark.css";
import "./LessonView.css";

/** One lesson: its steps, the current task, and the workbench. */
export function LessonView({ lesson, next }: { lesson: Lesson; next: Lesson | undefined }) {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const toast = useToast();
  const say = useLessonText();
  const readOnly = useWriteRefusal();
  const session = useLesson(cluster.id, lesson);
  const { done, busy, begun, begin } = session;
  const open = lesson.steps.find((step) => !done.includes(step.id)) ?? lesson.steps[0];
  const [chosen, choose] = useViewParam("step");
  // A finished step stays visible until the learner clicks to continue.
  const [first] = useState(open?.id ?? "");
  const step = lesson.steps.find((each) => each.id === (chosen || first)) ?? open;
  const [draft, setDraft] = useState<LessonRequest | undefined>(undefined);
  const [failure, setFailure] = useState<unknown>(undefined);
  const guard = (work: Promise<unknown>): void => {
    setFailure(undefined);
    work.catch((error: unknown) => {
      const text = messageOf(error);
      const refusal = error instanceof LessonError && error.answer !== undefined ? refusalIn(error.answer) : undefined;
      setFailure(refusal ?? error);
      toast(text, "bad", <WhyLink error={refusal ?? error} cluster={cluster.id} />);
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per lesson; the user retries a failure
  useEffect(() => (readOnly === undefined ? guard(begin()) : undefined), [readOnly]);
  const isPlayed = isScenario(lesson);
  const isOwn = useScenarios(vocabulary).own.some(({ id }) => id === lesson.id);
  useLiveChecks(isPlayed && begun && step !== undefined && !done.includes(step.id), async () => {
    if (step !== undefined && busy === undefined) await session.look(step);
  });
  const isOver = lesson.steps.every(({ id }) => done.includes(id));
  useEffect(() => {
    if (!isPlayed || !begun) return;
    activeScenarios.set(cluster.id, isOver ? undefined : lesson);
    offerDock();
  }, [isPlayed, begun, isOver, cluster.id, lesson]);
  const presenter = usePresenter({
    lesson,
    step: begun ? step : undefined,
    session,
    onStep: ({ id }) => choose(id),
    onTrouble: (error) => guard(Promise.reject(error)),
  });
  if (step === undefined) return null;
  const bench = {
    draft,
    busy: busy !== undefined,
    onSend: (request: LessonRequest) => session.send(request, step),
    onTrouble: (error: unknown) => guard(Promise.reject(error)),
  };
  const following = lesson.steps[lesson.steps.indexOf(step) + 1];
  return (
    <div className="lesson" data-testid="lesson">
      <header className="pageHead">
        <div className="crumbs">
          <Link to={learnUrl(cluster.id)}>{t("learn.title")}</Link>
          <span className="sep">/</span>
          <h1>{say(lesson.title)}</h1>
        </div>
        {presenter.isPresenting ? null : (
          <span className="faint">{t("learn.progress", { done: done.length, total: lesson.steps.length })}</span>
        )}
        <span className="spacer" />
        {presenter.isPresenting ? (
          <PresenterBar presenter={presenter} total={lesson.steps.length} />
        ) : (
          <Button icon="screen" onClick={() => presenting.write(true)} data-testid="present">
            {t("learn.present.start")}
          </Button>
        )}
        {isPlayed && !presenter.isPresenting ? (
          <Link className="uiButton" to={clusterUrl(cluster.id, lesson.namespace)} data-testid="scenario-open">
            <Icon name="external" />
            {t("learn.openNamespace", { namespace: lesson.namespace })}
          </Link>
        ) : null}
        {isOwn && !presenter.isPresenting ? (
          <Button
            icon="trash"
            onClick={() => {
              activeScenarios.set(cluster.id, undefined);
              ownScenarios.remove(lesson.id);
            }}
            data-testid="scenario-remove"
          >
            {t("learn.removeOwn")}
          </Button>
        ) : null}
        <Button
          icon="refresh"
          disabled={busy !== undefined}
          refusal={readOnly}
          onClick={() => {
            choose(lesson.steps[0]?.id ?? "");
            guard(session.reset().then(() => toast(t("learn.resetDone"))));
          }}
          aria-label={t("learn.reset")}
          data-testid="lesson-reset"
        >
          {presenter.isPresenting ? null : t("learn.reset")}
        </Button>
      </header>
      {!begun && readOnly !== undefined ? (
        <EmptyState icon="lock" tone="warn" title={readOnly} testId="lesson-read-only" />
      ) : !begun ? (
        failure === undefined ? (
          <Loading text={t("learn.working")} />
        ) : (
          <EmptyState icon="alert" tone="bad" title={t("learn.notBegun")} testId="lesson-failed">
            <p>
              <ErrorText error={failure} />
            </p>
            <Button onClick={() => guard(begin())}>{t("app.retry")}</Button>
          </EmptyState>
        )
      ) : (
        <div className="lessonBody">
          <nav aria-label={t("learn.steps")}>
            <ol className="lessonSteps">
              {lesson.steps.map((each, index) => (
                <li key={each.id}>
                  <button
                    type="button"
                    aria-current={each === step ? "step" : undefined}
                    onClick={() => choose(each.id)}
                    data-testid={`step-${each.id}`}
                    data-done={done.includes(each.id)}
                  >
                    <span className="stepMark">
                      {done.includes(each.id) ? <Icon name="check" size={12} /> : index + 1}
                    </span>
                    {say(each.title)}
                    {done.includes(each.id) ? <span className="visuallyHidden">{t("learn.met")}</span> : null}
                  </button>
                </li>
              ))}
            </ol>
          </nav>
          <StepView
            key={step.id}
            step={step}
            session={session}
            onCheck={() => guard(session.check(step))}
            onFill={(request) => setDraft({ ...session.fill(request) })}
            onNext={following === undefined ? undefined : () => choose(following.id)}
            next={next}
          />
          <div className="lessonBench">
            {isPlayed ? <ScenarioBench namespace={lesson.namespace} {...bench} /> : <Workbench {...bench} />}
          </div>
        </div>
      )}
    </div>
  );
}
