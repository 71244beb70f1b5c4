import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ErrorText } from "../access/ErrorText.tsx";
import { useClusterScope } from "../app/clusterContext.ts";
import { Loading } from "../app/Loading.tsx";
import { objectUrl } from "../app/urls.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ActionList } from "./ActionList.tsx";
import { type Action, shortActor } from "./model/action.ts";
import type { Body, Moon } from "./model/bodies.ts";
import { chainOf } from "./model/chain.ts";
import { OrreryCanvas } from "./OrreryCanvas.tsx";
import { PlayBar } from "./PlayBar.tsx";
import { useCast } from "./useCast.ts";
import { usePlayer } from "./usePlayer.ts";
import { type LiveTimeline, useTimeline } from "./useTimeline.ts";
import "./orrery.css";

/** Actions that the list shows. */
const LISTED = 100;

/** The live view of a sandbox: all communication goes through the API server. */
export function OrreryPage() {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const live = useTimeline(cluster.id);
  if (live.isReady) return <Orrery live={live} />;
  if (live.failure === undefined) return <Loading />;
  return (
    <EmptyState icon="pulse" title={t("orrery.unavailable")} testId="orrery-unavailable">
      <p>{t("orrery.unavailableText")}</p>
      <p className="faint">
        <ErrorText error={live.failure} />
      </p>
    </EmptyState>
  );
}

function Orrery({ live }: { readonly live: LiveTimeline }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { cluster, types } = useClusterScope();
  const { timeline } = live;
  const [chosen, setChosen] = useState<Action>();
  const [actor, setActor] = useState<string>();
  const chain = useMemo(
    () => (chosen === undefined ? undefined : chainOf(timeline.actions, timeline.made, chosen)),
    [timeline.actions, timeline.made, chosen],
  );
  const player = usePlayer(live, chain?.sequences);
  const cast = useCast(timeline.actions);
  const listed = useMemo(() => {
    if (chain !== undefined) return chain.actions.slice(-LISTED);
    const shown = timeline.actions.slice(0, timeline.position);
    const wanted = actor === undefined ? shown : shown.filter((action) => action.actor === actor);
    return wanted.slice(-LISTED).reverse();
  }, [timeline.actions, timeline.position, chain, actor]);
  const revision = useMemo(
    () => lastRevision(timeline.actions, timeline.position),
    [timeline.actions, timeline.position],
  );

  const choose = (action: Action): void => {
    const isChosen = action.sequence === chosen?.sequence;
    setChosen(isChosen ? undefined : action);
    if (isChosen) return;
    const first = chainOf(timeline.actions, timeline.made, action).actions[0];
    if (first !== undefined) player.moveTo(timeline.actions.indexOf(first));
  };
  const open = (resource: string, object: { namespace: string; name: string }): void => {
    const type = types.find((each) => each.group === "" && each.resource === resource);
    if (type !== undefined) void navigate(objectUrl(cluster.id, type, object));
  };
  const chooseBody = (body: Body, moon: Moon | undefined): void => {
    if (moon !== undefined) open("pods", moon);
    else if (body.kind === "node") open("nodes", { namespace: "", name: body.label });
    else setActor((before) => (before === body.id || body.kind === "people" ? undefined : body.id));
  };
  const isNarrowed = chain !== undefined || actor !== undefined;
  const title =
    chosen !== undefined
      ? t("orrery.following", { actor: shortActor(chosen.actor) })
      : actor !== undefined
        ? t("orrery.of", { actor: shortActor(actor) })
        : t("orrery.done");
  return (
    <div className="orrery" data-testid="orrery">
      <header className="pageHead">
        <h1>{t("orrery.title")}</h1>
        <PlayBar player={player} timeline={timeline} />
      </header>
      <div className="orreryBody">
        <div className="skyFrame">
          <OrreryCanvas
            cast={cast}
            showing={player.showing}
            revision={revision}
            revisionText={t("orrery.revision", { revision: revision.toLocaleString() })}
            followed={chain?.bodies}
            label={t("orrery.picture", { actors: cast.actors.length, nodes: cast.nodes.length })}
            onChoose={chooseBody}
          />
          <ul className="skyKey faint" aria-hidden="true">
            <li className="in">{t("orrery.write")}</li>
            <li className="out">{t("orrery.told")}</li>
          </ul>
        </div>
        <aside className="orreryAside" aria-label={title}>
          <div className="asideHead">
            <h2>{title}</h2>
            <span className="spacer" />
            {isNarrowed ? (
              <Button
                variant="quiet"
                onClick={() => {
                  setChosen(undefined);
                  setActor(undefined);
                }}
                data-testid="orrery-all"
              >
                {t("orrery.all")}
              </Button>
            ) : null}
          </div>
          {listed.length === 0 ? (
            <p className="asideNote muted">{t("orrery.nothingText")}</p>
          ) : (
            <ActionList actions={listed} made={timeline.made} chosen={chosen?.sequence} onChoose={choose} />
          )}
        </aside>
      </div>
    </div>
  );
}

/** The newest revision that has been shown; 0 where revisions are no numbers. */
function lastRevision(actions: readonly Action[], position: number): number {
  let last = 0;
  for (let i = position - 1; i >= 0 && last === 0; i--) {
    for (const { revision } of actions[i]?.writes ?? []) last = Math.max(last, Number(revision) || 0);
  }
  return last;
}
