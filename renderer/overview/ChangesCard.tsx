import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { DELETIONS, objectQuery } from "../../shared/console/auditQuery.ts";
import { shownText } from "../../shared/text/shownText.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { auditUrl, objectUrl, timeUrl } from "../app/urls.ts";
import { useClusterLead } from "../sandbox/useSimulation.ts";
import { Age } from "../ui/age/Age.tsx";
import { useClockTime } from "../ui/age/useClockTime.ts";
import { Card } from "./Card.tsx";
import { type ChangeLine, joinLines, lineOfChange, lineOfSeen, newestLines } from "./model/changeLines.ts";
import { recentChanges } from "./model/changes.ts";
import type { ObjectsByKind } from "./model/summarize.ts";
import type { LiveKinds } from "./useClusterObjects.ts";
import { useRequestedChanges } from "./useRequestedChanges.ts";
import { useSeenChanges } from "./useSeenChanges.ts";
import "./ChangesCard.css";

const SHOWN = 10;

/**
 * The latest changes and their authors, the newest first: of the watched kinds from their objects; of all other kinds, and
 * what objects do not record, from the audit log. Without one, it shows the deletions and removals that the page itself
 * has seen, and says so.
 */
export function ChangesCard({ objects, live }: { objects: ObjectsByKind; live: LiveKinds }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const clock = useClockTime();
  const requested = useRequestedChanges();
  const seen = useSeenChanges(live);
  const lead = useClusterLead();
  const lines = useMemo(() => {
    const written = recentChanges(Object.values(objects).flat(), SHOWN).map(lineOfChange);
    // The audit log and the page go by the real time, objects by the time of the cluster.
    const others = (requested ?? seen.map(lineOfSeen)).map((line) => ({ ...line, time: line.time + lead }));
    return newestLines(joinLines(written, others), SHOWN);
  }, [objects, requested, seen, lead]);
  const openedAt = useMemo(() => Date.now(), []);
  if (lines.length === 0) return null;
  return (
    <Card
      title={t("overview.changes")}
      note={<Link to={timeUrl(cluster.id)}>{t("timeMachine.title")}</Link>}
      testId="changes"
    >
      <ul className="overviewRows">
        {lines.map((line) => (
          <ChangeRow key={line.key} line={line} isRecorded={requested !== undefined} />
        ))}
      </ul>
      {requested === undefined ? (
        <p className="faint changesLimit">{t("overview.changesLimit", { time: clock(openedAt) })}</p>
      ) : null}
    </Card>
  );
}

function ChangeRow({ line, isRecorded }: { line: ChangeLine; isRecorded: boolean }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const { verb, type, namespace, name, author, time, summary, count } = line;
  const isGone = verb === "deleted";
  const url = isGone
    ? auditUrl(cluster.id, { object: objectQuery(type, { namespace, name }), verb: DELETIONS })
    : objectUrl(cluster.id, type, { namespace, name });
  return (
    <li className="changeRow">
      <span className="age">
        <Age since={time} />
      </span>
      {author.name === "" ? (
        <span />
      ) : (
        <span className="clip" data-tip={t(`overview.author.${author.is}Tip`, { name: author.name })}>
          <span className="faint">{t(`overview.author.${author.is}`)}</span> {shownText(author.name)}
        </span>
      )}
      <span className="muted">{t(`overview.verb.${verb}`)}</span>
      <span className="clip">
        <span className="faint">{type.kind}</span>{" "}
        {isGone && !isRecorded ? shownText(name) : <Link to={url}>{shownText(name)}</Link>}
        {count > 1 ? <More text={t("overview.andAlike", { count: count - 1 })} count={count - 1} /> : null}
        {summary === "" ? null : <span className="muted">{` · ${shownText(summary)}`}</span>}
      </span>
    </li>
  );
}

/** The number of further objects, short enough for what follows to be seen. */
function More({ text, count }: { text: string; count: number }) {
  return (
    <span className="muted" data-tip={text}>
      <span aria-hidden="true"> +{count}</span>
      <span className="visuallyHidden"> {text}</span>
    </span>
  );
}
