import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useClusterScope } from "../app/clusterContext.ts";
import { Discovering } from "../app/Discovering.tsx";
import { DiscoveryFailed } from "../app/DiscoveryFailed.tsx";
import { ReplaceRedirect } from "../app/ReplaceRedirect.tsx";
import { clusterUrl } from "../app/urls.ts";
import { ContentStrip } from "../content/ContentStrip.tsx";
import { StateBadge } from "../resources/list/StateBadge.tsx";
import { worstState } from "../resources/live/worstState.ts";
import { ActorList } from "../sandbox/ActorList.tsx";
import { TroubleMenu } from "../sandbox/TroubleMenu.tsx";
import { TroubleStrip } from "../sandbox/TroubleStrip.tsx";
import { useActors, useClusterNow } from "../sandbox/useSimulation.ts";
import { AttentionCard } from "./AttentionCard.tsx";
import { CapacityCard } from "./CapacityCard.tsx";
import { Card } from "./Card.tsx";
import { ChangesCard } from "./ChangesCard.tsx";
import { CreateButton } from "./CreateButton.tsx";
import { EmptySandbox } from "./EmptySandbox.tsx";
import { KindStrip } from "./KindStrip.tsx";
import { coverageOf } from "./model/coverage.ts";
import { KINDS } from "./model/objectFinding.ts";
import { type ObjectsByKind, summarize } from "./model/summarize.ts";
import { NodesCard } from "./NodesCard.tsx";
import { QuotaCard } from "./QuotaCard.tsx";
import { useClusterObjects } from "./useClusterObjects.ts";
import { WarningsCard } from "./WarningsCard.tsx";
import "./OverviewPage.css";

/** The first view of a cluster: its state, in the namespaces that the user configured for it. */
export function OverviewPage() {
  const { cluster, types, discovering, undiscovered } = useClusterScope();
  const [search] = useSearchParams();
  const chosen = cluster.chosen?.namespaces?.join(",") ?? "";
  if (discovering && types.length === 0) return <Discovering />;
  if (undiscovered !== undefined) return <DiscoveryFailed {...undiscovered} />;
  if (chosen !== "" && !search.has("ns")) return <ReplaceRedirect to={clusterUrl(cluster.id, chosen)} />;
  return <Overview key={search.get("ns") ?? ""} />;
}

/** Milliseconds between two evaluations of states that depend on time. */
const REFRESH_INTERVAL = 5_000;
const WORKLOADS = ["Pod", "Deployment", "StatefulSet", "DaemonSet", "Job"] as const;

function Overview() {
  const { t } = useTranslation();
  const { cluster, namespace, namespaces } = useClusterScope();
  const live = useClusterObjects();
  const actors = useActors();
  const now = useClusterNow(REFRESH_INTERVAL);
  // Each list is the same array until its content changes.
  const lists = KINDS.map((kind) => live[kind].objects);
  const objects = useMemo(
    () => Object.fromEntries(KINDS.map((kind, i) => [kind, lists[i]])) as unknown as ObjectsByKind,
    // biome-ignore lint/correctness/useExhaustiveDependencies: the lists, one by one
    lists,
  );
  const summary = useMemo(() => summarize(objects, now), [objects, now]);
  const served = KINDS.map((kind) => live[kind]).filter((each) => each.served);
  const state = worstState(served.map((each) => each.state));
  const isEmpty =
    cluster.kind === "sandbox" &&
    namespaces === "" &&
    WORKLOADS.every((kind) => live[kind].state.complete && live[kind].objects.length === 0);
  return (
    <>
      <div className="pageHead">
        <div className="crumbs">
          <h1>{t("overview.title")}</h1>
          {namespaces === "" ? null : <span className="muted">{namespaces}</span>}
        </div>
        <StateBadge state={state} onRetry={() => served.forEach((each) => void each.retry())} />
        <span className="spacer" />
        {cluster.version === undefined ? null : <span className="faint">{cluster.version}</span>}
        <TroubleMenu object={undefined} />
        <CreateButton variant={isEmpty ? "plain" : "primary"} icon="plus" data-testid="overview-create" />
      </div>
      <TroubleStrip />
      <ContentStrip />
      <div className="pageScroll">
        <div className="clusterOverview" data-testid="overview">
          <KindStrip live={live} tallies={summary.tallies} />
          <div className="overviewMain">
            {isEmpty ? (
              <EmptySandbox />
            ) : (
              <AttentionCard
                troubles={summary.troubles}
                now={now}
                coverage={coverageOf(served.map((each) => each.state))}
                warnings={live.Event.objects}
              />
            )}
            <NodesCard nodes={live.Node} pods={live.Pod} now={now} />
            <ChangesCard objects={objects} live={live} />
          </div>
          <div className="overviewSide">
            <CapacityCard nodes={live.Node} pods={live.Pod.objects} isWhole={namespaces === ""} />
            {actors === undefined ? null : (
              <Card title={t("sandbox.actors")} note={t("overview.queues")}>
                <ActorList actors={actors} />
              </Card>
            )}
            <QuotaCard quotas={live.ResourceQuota.objects} withNamespace={namespace === ""} />
            <WarningsCard events={live.Event} />
          </div>
        </div>
      </div>
    </>
  );
}
