import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useClusterScope } from "../app/clusterContext.ts";
import { objectUrl, timeUrl } from "../app/urls.ts";
import { Age } from "../ui/age/Age.tsx";
import { Card } from "./Card.tsx";
import { KIND_TYPES } from "./kindTypes.ts";
import { recentChanges } from "./model/changes.ts";
import type { Kind } from "./model/objectFinding.ts";
import type { ObjectsByKind } from "./model/summarize.ts";
import "./ChangesCard.css";

const SHOWN = 10;

/** The latest changes and their authors, the newest first. */
export function ChangesCard({ objects }: { objects: ObjectsByKind }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const changes = useMemo(() => recentChanges(Object.values(objects).flat(), SHOWN), [objects]);
  if (changes.length === 0) return null;
  return (
    <Card
      title={t("overview.changes")}
      note={<Link to={timeUrl(cluster.id)}>{t("timeMachine.title")}</Link>}
      testId="changes"
    >
      <ul className="overviewRows">
        {changes.map(({ key, verb, object, manager, time, summary, count }) => {
          const { name = "", namespace = "" } = object.metadata;
          const kind = object.kind as Kind;
          return (
            <li className="changeRow" key={key}>
              <span className="age">
                <Age since={time} />
              </span>
              <span className="clip changeWho" data-tip={manager}>
                {manager}
              </span>
              <span className="muted">{t(`overview.verb.${verb}`)}</span>
              <span className="clip">
                <span className="faint">{kind}</span>{" "}
                <Link to={objectUrl(cluster.id, KIND_TYPES[kind], { namespace, name })}>{name}</Link>
                {count > 1 ? <span className="muted"> {t("overview.andAlike", { count: count - 1 })}</span> : null}
                {summary === "" ? null : <span className="muted">{` · ${summary}`}</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
