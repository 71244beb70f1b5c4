import { useTranslation } from "react-i18next";
import { useClusterScope } from "../app/clusterContext.ts";
import { useWriteRefusal } from "../app/useWriteRefusal.ts";
import { simulation } from "../sandbox/simulation.ts";
import { useActors, useSteering } from "../sandbox/useSimulation.ts";
import { Button } from "../ui/Button.tsx";
import { shortActor } from "./model/action.ts";

/**
 * Controls to pause or resume the chosen controller, or to let it process one item of its queue. Renders nothing for
 * other actors.
 */
export function ActorSteering({ label }: { readonly label: string }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const refusal = useWriteRefusal();
  const steer = useSteering();
  const actor = useActors()?.find(({ name }) => shortActor(name) === label);
  if (actor === undefined) return null;
  const { name, running, waiting } = actor;
  return (
    <div className="actorSteering" data-testid="orrery-steering">
      <Button
        icon={running ? "pause" : "play"}
        refusal={refusal}
        onClick={() => void steer(simulation.setActor(cluster.id, name, !running))}
        data-testid="orrery-actor-switch"
      >
        {t(running ? "orrery.stopActor" : "orrery.startActor")}
      </Button>
      {running ? null : (
        <Button
          icon="step"
          refusal={refusal}
          disabled={waiting === 0}
          onClick={() => void steer(simulation.stepActor(cluster.id, name))}
        >
          {t("orrery.stepActor")}
        </Button>
      )}
      <span className="muted tabular">{t("orrery.queued", { count: waiting })}</span>
    </div>
  );
}
