import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { allLessons } from "../../shared/lessons/allLessons.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { learnUrl } from "../app/urls.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LessonList } from "./LessonList.tsx";
import { LessonView } from "./LessonView.tsx";

/** All lessons, or the one that the address names. */
export function LearnPage() {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const { lesson: id } = useParams();
  const lessons = useMemo(() => allLessons(vocabulary), [vocabulary]);
  if (id === undefined) return <LessonList lessons={lessons} />;
  const index = lessons.findIndex((each) => each.id === id);
  const lesson = lessons[index];
  if (lesson === undefined) {
    return (
      <EmptyState icon="book" title={t("learn.unknown")}>
        <Link className="uiButton" to={learnUrl(cluster.id)}>
          {t("learn.all")}
        </Link>
      </EmptyState>
    );
  }
  return <LessonView key={`${cluster.id}/${id}`} lesson={lesson} next={lessons[index + 1]} />;
}
