import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { shownText } from "../../../shared/text/shownText.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { objectUrl } from "../../app/urls.ts";
import { Age } from "../../ui/age/Age.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { LogDetail } from "../LogDetail.tsx";
import type { Lane } from "./timeline.ts";
import "./LaneDetail.css";

/** The events about one object, newest first, and a link to it. */
export function LaneDetail({ lane, onClose }: { lane: Lane; onClose(): void }) {
  const { t } = useTranslation();
  const { cluster, types } = useClusterScope();
  // An event names a kind, but not its resource. Any version works, so this takes the preferred one.
  const type = types.find((each) => each.kind === lane.kind && each.verbs.includes("get") && each.preferred);
  return (
    <LogDetail
      label={t("activity.about", { object: lane.name })}
      title={
        <>
          {lane.kind} {type === undefined ? lane.name : <Link to={objectUrl(cluster.id, type, lane)}>{lane.name}</Link>}
        </>
      }
      onClose={onClose}
      testId="lane-detail"
    >
      {lane.namespace === "" ? null : <p className="muted">{lane.namespace}</p>}
      <ul className="laneEvents">
        {lane.marks.map((mark) => (
          <li key={mark.key}>
            <Badge tone={mark.warning ? "warn" : "neutral"} dot>
              {mark.reason}
            </Badge>{" "}
            <span className="faint">
              {mark.count > 1 ? `${t("activity.seenTimes", { count: mark.count })} ` : ""}
              <Age since={mark.to} /> {mark.source}
            </span>
            <p>{shownText(mark.message)}</p>
          </li>
        ))}
      </ul>
    </LogDetail>
  );
}
