import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Lesson } from "../../shared/lessons/lesson.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { learnUrl } from "../app/urls.ts";
import { useChooseFiles } from "../dropFiles/chooseFiles.ts";
import { Badge } from "../ui/Badge.tsx";
import { Button } from "../ui/Button.tsx";
import { LinkDialog } from "./LinkDialog.tsx";
import { readProgress } from "./progress.ts";
import { useLessonText } from "./useLessonText.ts";
import "./numberMark.css";
import "./LessonList.css";

export interface LessonListProps {
  lessons: readonly Lesson[];
  scenarios: readonly Lesson[];
}

/** The lessons, followed by the scenarios, in order. */
export function LessonList({ lessons, scenarios }: LessonListProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const chooseFiles = useChooseFiles();
  const [linking, setLinking] = useState(false);
  return (
    <div className="page">
      <div className="learn">
        <header>
          <h1>{t("learn.title")}</h1>
          <p className="muted">{t("learn.lead")}</p>
          {cluster.kind === "sandbox" ? null : <p className="notice warn">{t("learn.remote")}</p>}
        </header>
        <Series lessons={lessons} />
        <header>
          <h2>{t("learn.scenarios")}</h2>
          <p className="muted">{t("learn.scenariosLead")}</p>
          <div className="learnDoors">
            <Button icon="inbox" onClick={chooseFiles} data-testid="scenario-file">
              {t("learn.openFile")}
            </Button>
            <Button icon="external" onClick={() => setLinking(true)} data-testid="scenario-link">
              {t("learn.openLink")}
            </Button>
          </div>
          {linking ? <LinkDialog onClose={() => setLinking(false)} /> : null}
        </header>
        <Series lessons={scenarios} />
      </div>
    </div>
  );
}

/** Lessons in order, each with the learner's progress. */
function Series({ lessons }: { lessons: readonly Lesson[] }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const say = useLessonText();
  const progress = readProgress(cluster.id);
  return (
    <ol className="lessons">
      {lessons.map((lesson, index) => {
        const done = lesson.steps.filter((step) => progress[lesson.id]?.includes(step.id)).length;
        const total = lesson.steps.length;
        return (
          <li key={lesson.id}>
            <Link className="lessonCard" to={learnUrl(cluster.id, lesson.id)} data-testid={`lesson-${lesson.id}`}>
              <span className="lessonNumber" aria-hidden="true">
                {index + 1}
              </span>
              <span>
                <b>{say(lesson.title)}</b>
                <span className="muted">{say(lesson.summary)}</span>
                <span className="lessonMeta faint">
                  {done === total ? <Badge tone="good">{t("learn.done")}</Badge> : t("learn.progress", { done, total })}
                  {" · "}
                  {t("learn.minutes", { count: lesson.minutes })}
                </span>
              </span>
            </Link>
          </li>
        );
      })}
    </ol>
  );
}
