import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import type { Scenario } from "../../shared/scenarios/scenario.ts";
import { messageOf } from "../../shared/text/messageOf.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { learnUrl } from "../app/urls.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { useToast } from "../ui/layers/Toast.tsx";
import { useNarration } from "../ui/theme/presenting.ts";
import { activeScenarios } from "./activeScenario.ts";
import { PresenterBar } from "./PresenterBar.tsx";
import { Prose } from "./Prose.tsx";
import { useLesson } from "./useLesson.ts";
import { useLessonText } from "./useLessonText.ts";
import { useLiveChecks } from "./useLiveChecks.ts";
import { usePresenter } from "./usePresenter.ts";
import { useScenarios } from "./useScenarios.ts";
import "./ScenarioStrip.css";

/** The task and progress of the current scenario, shown on other pages. */
export default function ScenarioStrip({ id }: { id: string }) {
  const { cluster, vocabulary } = useClusterScope();
  const { pathname } = useLocation();
  const scenario = useScenarios(vocabulary).all.find((each) => each.id === id);
  if (scenario === undefined || pathname.startsWith(learnUrl(cluster.id))) return null;
  return <Strip key={`${cluster.id}/${id}`} scenario={scenario} />;
}

function Strip({ scenario }: { scenario: Scenario }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const say = useLessonText();
  const session = useLesson(cluster.id, scenario);
  const { done, outcomes } = session;
  const step = scenario.steps.find(({ id }) => !done.includes(id));
  useLiveChecks(step !== undefined, async () => {
    if (step !== undefined) await session.look(step);
  });
  const toast = useToast();
  // The strip shows the first open step; the lesson's own page shows the finished ones.
  const presenter = usePresenter({
    lesson: scenario,
    step,
    session,
    onStep: () => undefined,
    onTrouble: (error) => toast(messageOf(error), "bad"),
  });
  const isNarrated = useNarration() && presenter.isPresenting;
  const leave = (): void => activeScenarios.set(cluster.id, undefined);
  return (
    <aside
      className="scenarioStrip"
      aria-label={t("learn.playing")}
      data-testid="scenario-strip"
      data-done={step === undefined}
    >
      <Icon name="book" />
      <Link to={learnUrl(cluster.id, scenario.id)}>{say(scenario.title)}</Link>
      {step === undefined ? (
        <span className="scenarioDone">{t("learn.finished")}</span>
      ) : (
        <>
          <b>{say(step.title)}</b>
          <ul aria-live="polite">
            {step.checks.map((check) => {
              const isMet = outcomes.find((each) => each.check === check)?.ok === true;
              return (
                <li key={check.says.en} data-met={isMet}>
                  <Icon name={isMet ? "check" : "more"} size={12} />
                  <span>
                    <Prose text={say(check.says)} />
                  </span>
                  <span className="visuallyHidden">{t(isMet ? "learn.met" : "learn.open")}</span>
                </li>
              );
            })}
          </ul>
        </>
      )}
      <span className="spacer" />
      {presenter.isPresenting ? (
        <PresenterBar presenter={presenter} total={scenario.steps.length} />
      ) : (
        <Button
          variant="quiet"
          icon="close"
          aria-label={t("learn.leave")}
          onClick={leave}
          data-testid="scenario-leave"
        />
      )}
      {isNarrated && step !== undefined ? (
        <div className="scenarioTold" data-testid="scenario-told">
          {step.text.map((text) => (
            <p key={text.en}>
              <Prose text={say(text)} />
            </p>
          ))}
        </div>
      ) : null}
    </aside>
  );
}
