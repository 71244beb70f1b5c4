import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { allLessons } from "../../shared/lessons/allLessons.ts";
import type { Lesson } from "../../shared/lessons/lesson.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { learnUrl } from "../app/urls.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LessonList } from "./LessonList.tsx";
import { LessonView } from "./LessonView.tsx";
import { useScenarios } from "./useScenarios.ts";

/** All lessons and scenarios, or the one in the address. */
export function LearnPage() {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const { lesson: id } = useParams();
  const lessons = useMemo(() => allLessons(vocabulary), [vocabulary]);
  const { all: scenarios } = useScenarios(vocabulary);
  if (id === undefined) return <LessonList lessons={lessons} scenarios={scenarios} />;
  const series: readonly Lesson[] = scenarios.some((each) => each.id === id) ? scenarios : lessons;
  const index = series.findIndex((each) => each.id === id);
  const lesson = series[index];
  if (lesson === undefined) {
    return (
      <EmptyState icon="book" title={t("learn.unknown")}>
        <Link className="uiButton" to={learnUrl(cluster.id)}>
          {t("learn.all")}
        </Link>
      </EmptyState>
    );
  }
  return <LessonView key={`${cluster.id}/${id}`} lesson={lesson} next={series[index + 1]} />;
}
