import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Lesson } from "../../shared/lessons/lesson.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { learnUrl } from "../app/urls.ts";
import { Badge } from "../ui/Badge.tsx";
import { readProgress } from "./progress.ts";
import { useLessonText } from "./useLessonText.ts";
import "./numberMark.css";
import "./LessonList.css";

/** The lessons in their order, each with how far one has come. */
export function LessonList({ lessons }: { lessons: readonly Lesson[] }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const say = useLessonText();
  const progress = readProgress(cluster.id);
  return (
    <div className="page">
      <div className="learn">
        <header>
          <h1>{t("learn.title")}</h1>
          <p className="muted">{t("learn.lead")}</p>
          {cluster.kind === "sandbox" ? null : <p className="notice warn">{t("learn.remote")}</p>}
        </header>
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
                      {done === total ? (
                        <Badge tone="good">{t("learn.done")}</Badge>
                      ) : (
                        t("learn.progress", { done, total })
                      )}
                      {" · "}
                      {t("learn.minutes", { count: lesson.minutes })}
                    </span>
                  </span>
                </Link>
              </li>
            );
          })}
        </ol>
      </div>
    </div>
  );
}
