import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { shownText } from "../../shared/text/shownText.ts";
import { type AnyEvent, lanesOf } from "../activity/events/timeline.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { activityUrl } from "../app/urls.ts";
import { Age } from "../ui/age/Age.tsx";
import { Dot } from "../ui/Badge.tsx";
import { Card } from "./Card.tsx";
import type { LiveKind } from "./useClusterObjects.ts";
import "./WarningsCard.css";

const SHOWN = 8;

/** The latest warning about each object, the newest first. */
export function WarningsCard({ events }: { events: LiveKind }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const lanes = useMemo(
    () => lanesOf(events.objects as readonly AnyEvent[], { warningsOnly: true, text: "" }),
    [events.objects],
  );
  if (lanes.length === 0) return null;
  return (
    <Card
      title={t("overview.warnings")}
      note={<Link to={`${activityUrl(cluster.id, "events")}?warnings=1`}>{t("activity.events")}</Link>}
      testId="warnings"
    >
      <ul className="overviewRows">
        {lanes.slice(0, SHOWN).map(({ key, name, marks: [mark] }) =>
          mark === undefined ? null : (
            <li className="warningRow" key={key}>
              <Dot tone="warn" />
              <span className="clip">
                <strong>{mark.reason}</strong> {name}
              </span>
              <span className="spacer" />
              <span className="age">
                <Age since={mark.to} />
              </span>
              <p className="muted" data-tip={mark.message}>
                {shownText(mark.message)}
              </p>
            </li>
          ),
        )}
      </ul>
    </Card>
  );
}
