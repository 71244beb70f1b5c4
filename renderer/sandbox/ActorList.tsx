import { useTranslation } from "react-i18next";
import { useClusterScope } from "../app/clusterContext.ts";
import { useWriteRefusal } from "../app/useWriteRefusal.ts";
import { Dot } from "../ui/Badge.tsx";
import { Button } from "../ui/Button.tsx";
import { useToast } from "../ui/layers/Toast.tsx";
import { grouped } from "../ui/numbers.ts";
import { type Actor, simulation } from "./simulation.ts";
import { useSteering } from "./useSimulation.ts";
import "./ActorList.css";
import { ScrollRegion } from "../ui/ScrollRegion.tsx";

/**
 * The controllers of a sandbox: paused ones first, then the best known. The user can pause each of them, and then let
 * it process single items.
 */
export function ActorList({ actors }: { actors: readonly Actor[] }) {
  const { t } = useTranslation();
  return (
    <ScrollRegion as="ul" className="actorList" aria-label={t("sandbox.actors")} data-testid="actors">
      {[...actors].sort(heldFirst).map((actor) => (
        <ActorRow key={actor.name} actor={actor} />
      ))}
    </ScrollRegion>
  );
}

/**
 * The best-known controllers, which come first. The list is not sorted by queue length, because rows would move under
 * the pointer.
 */
const KNOWN = ["deployment", "replicaset", "statefulset", "daemonset", "job", "cronjob"].map(
  (name) => `${name}-controller`,
);

function rank({ kind, name }: Actor): number {
  if (kind === "scheduler") return -1;
  const known = KNOWN.indexOf(name);
  return known < 0 ? KNOWN.length : known;
}

const heldFirst = (a: Actor, b: Actor): number =>
  Number(a.running) - Number(b.running) || rank(a) - rank(b) || (a.name < b.name ? -1 : 1);

function ActorRow({ actor }: { actor: Actor }) {
  const { t, i18n } = useTranslation();
  const { cluster } = useClusterScope();
  const refusal = useWriteRefusal();
  const steer = useSteering();
  const toast = useToast();
  const { name, running, waiting, working } = actor;
  const step = async (): Promise<void> => {
    const done: { stepped: boolean } = { stepped: true };
    await steer(simulation.stepActor(cluster.id, name).then((answer) => Object.assign(done, answer)));
    if (!done.stepped) toast(t("sandbox.nothingToDo", { name }), "neutral");
  };
  return (
    <li className="actorRow" data-testid={`actor-${name}`} data-running={running}>
      <Dot tone={running ? (waiting + working > 0 ? "accent" : "neutral") : "warn"} />
      <span className="actorName" data-tip={name}>
        {name}
      </span>
      {running ? null : <span className="actorHeld">{t("sandbox.held")}</span>}
      <span className="actorQueue" data-tip={t("sandbox.queueTip", { waiting, working })}>
        {grouped(waiting + working, i18n.language)}
      </span>
      {running ? null : (
        <Button
          variant="quiet"
          icon="step"
          aria-label={t("sandbox.stepActor", { name })}
          refusal={refusal}
          onClick={() => void step()}
          data-testid={`step-${name}`}
        />
      )}
      <Button
        variant="quiet"
        icon={running ? "pause" : "play"}
        aria-label={t(running ? "sandbox.hold" : "sandbox.resume", { name })}
        refusal={refusal}
        onClick={() => void steer(simulation.setActor(cluster.id, name, !running))}
        data-testid={`toggle-${name}`}
      />
    </li>
  );
}
