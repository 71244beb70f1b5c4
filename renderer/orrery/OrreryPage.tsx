import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { type ApiError, isApiError } from "../../shared/status.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { Loading } from "../app/Loading.tsx";
import { objectUrl } from "../app/urls.ts";
import type { Action } from "./model/action.ts";
import type { Found } from "./model/bodies.ts";
import { chainOf } from "./model/chain.ts";
import { OrreryAside, type Subject } from "./OrreryAside.tsx";
import { OrreryPicture } from "./OrreryPicture.tsx";
import { PlayBar } from "./PlayBar.tsx";
import { useLatest } from "./useLatest.ts";
import { usePlayer } from "./usePlayer.ts";
import { type LiveTimeline, useTimeline } from "./useTimeline.ts";
import { useWatchedTimeline } from "./useWatchedTimeline.ts";
import "./orrery.css";

/** The animated view of a cluster: all communication goes through the API server. */
export function OrreryPage() {
  const { cluster } = useClusterScope();
  return cluster.kind === "sandbox" ? <SandboxOrrery /> : <WatchedOrrery />;
}

/** The activity in a sandbox, as recorded by its server; if the server records nothing, as derived from watches. */
function SandboxOrrery() {
  const { cluster } = useClusterScope();
  const live = useTimeline(cluster.id);
  if (live.isReady) return <Orrery key={cluster.id} live={live} />;
  const { failure } = live;
  if (isApiError(failure) && failure.code === 403) return <WatchedOrrery refusal={failure} />;
  if (isApiError(failure) && failure.code === 404) return <WatchedOrrery />;
  return <Loading />;
}

/** The activity as derived from watches. @param refusal why the user may not read the recorded causes, if there are any */
function WatchedOrrery({ refusal }: { readonly refusal?: ApiError }) {
  const { cluster } = useClusterScope();
  const watched = useWatchedTimeline(true);
  const live = useMemo(() => ({ ...watched, failure: refusal }), [watched, refusal]);
  return live.isReady ? <Orrery key={cluster.id} live={live} /> : <Loading />;
}

function Orrery({ live }: { readonly live: LiveTimeline }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { cluster, types } = useClusterScope();
  const { timeline } = live;
  const [subject, setSubject] = useState<Subject>({ kind: "all" });
  const chosen = subject.kind === "chain" ? subject.action : undefined;
  const chain = useMemo(
    () => (chosen === undefined ? undefined : chainOf(timeline.actions, timeline.made, chosen)),
    [timeline.actions, timeline.made, chosen],
  );
  const player = usePlayer(live, chain?.sequences);

  const choose = useLatest((action: Action): void => {
    const isChosen = action.sequence === chosen?.sequence;
    setSubject(isChosen ? { kind: "all" } : { kind: "chain", action });
    if (isChosen) return;
    const { sequences } = chainOf(timeline.actions, timeline.made, action);
    player.moveTo(timeline.actions.findIndex(({ sequence }) => sequences.has(sequence)));
  });
  const open = (resource: string, object: { namespace: string; name: string }): void => {
    const type = types.find((each) => each.group === "" && each.resource === resource);
    if (type !== undefined) void navigate(objectUrl(cluster.id, type, object));
  };
  const chooseFound = useLatest(({ body, moon }: Found): void => {
    if (moon !== undefined) open("pods", moon);
    else if (body === undefined) setSubject({ kind: "server" });
    else if (body.kind === "node") open("nodes", { namespace: "", name: body.label });
    else {
      const isSame = subject.kind === "actor" && subject.id === body.id;
      setSubject(isSame ? { kind: "all" } : { kind: "actor", id: body.id, label: body.label });
    }
  });
  return (
    <div className="orrery" data-testid="orrery">
      <header className="pageHead">
        <h1>{t("orrery.title")}</h1>
        <PlayBar player={player} timeline={timeline} />
      </header>
      <div className="orreryBody">
        <OrreryPicture live={live} showing={player.showing} chain={chain} onChoose={chooseFound} />
        <OrreryAside live={live} subject={subject} chain={chain} onChoose={choose} onSubject={setSubject} />
      </div>
    </div>
  );
}
