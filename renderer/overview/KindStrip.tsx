import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { pluralKind } from "../api/resourceType.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { listUrl } from "../app/urls.ts";
import { Dot } from "../ui/Badge.tsx";
import { Icon } from "../ui/Icon.tsx";
import { grouped } from "../ui/numbers.ts";
import { KIND_TYPES } from "./kindTypes.ts";
import { STATES, TONE_OF } from "./model/finding.ts";
import { KINDS, type Kind } from "./model/objectFinding.ts";
import type { Tally } from "./model/summarize.ts";
import type { LiveKind } from "./useClusterObjects.ts";
import "./KindStrip.css";

export interface KindStripProps {
  live: Readonly<Record<Kind, LiveKind>>;
  tallies: Readonly<Record<Kind, Tally>>;
}

/** The number of objects of each kind, and their states. Each links to its list. */
export function KindStrip({ live, tallies }: KindStripProps) {
  const { t } = useTranslation();
  return (
    <ul className="kindStrip" aria-label={t("overview.kinds")} data-testid="kind-strip">
      {KINDS.filter((kind) => live[kind].served).map((kind) => (
        <KindTile key={kind} kind={kind} live={live[kind]} tally={tallies[kind]} />
      ))}
    </ul>
  );
}

function KindTile({ kind, live, tally }: { kind: Kind; live: LiveKind; tally: Tally }) {
  const { t } = useTranslation();
  const { cluster, namespaces } = useClusterScope();
  const type = KIND_TYPES[kind];
  const { phase, complete, error } = live.state;
  const isRefused = phase === "forbidden";
  return (
    <li>
      <Link
        className="kindTile"
        to={listUrl(cluster.id, type, namespaces)}
        data-tip={error?.message}
        data-testid={`kind-${kind}`}
      >
        <span className="kindName">{KIND_SHORT[kind] ?? pluralKind(kind, type.resource)}</span>
        <span className="kindCount">{isRefused ? <Icon name="lock" /> : complete ? grouped(tally.total) : "…"}</span>
        <span className="kindStates">
          {isRefused
            ? t("overview.mayNotList")
            : STATES.filter((state) => tally[state] > 0).map((state) => (
                <span key={state} data-tip={t(`overview.state.${state}`)}>
                  <Dot tone={TONE_OF[state]} />
                  {grouped(tally[state])}
                  <span className="visuallyHidden">{t(`overview.state.${state}`)}</span>
                </span>
              ))}
          {!isRefused && complete && tally.total === 0 ? t("overview.none") : null}
        </span>
      </Link>
    </li>
  );
}

/** Short names of kinds whose names are wider than their tiles. */
const KIND_SHORT: Partial<Record<Kind, string>> = { PersistentVolumeClaim: "PVCs" };
