import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../shared/object.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { useWriteRefusal } from "../app/useWriteRefusal.ts";
import { Age } from "../ui/age/Age.tsx";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { simulation } from "./simulation.ts";
import { activeTroublesOf, troublesFor } from "./troublesFor.ts";
import { useSteering, useTroubles } from "./useSimulation.ts";
import "./TroubleMenu.css";

/**
 * The simulated faults, each with its end; renders nothing if there are none.
 *
 * @param props.of an object, to show only faults that affect it
 */
export function TroubleStrip({ of }: { readonly of?: ApiObject }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const refusal = useWriteRefusal();
  const steer = useSteering();
  const all = useTroubles(of === undefined || troublesFor(of).length > 0) ?? [];
  const troubles = of === undefined ? all : activeTroublesOf(of, all);
  if (troubles.length === 0) return null;
  return (
    <section className="troubleStrip" aria-label={t("sandbox.troubles")} data-testid="trouble-strip">
      <Icon name="bolt" />
      {troubles.map(({ id, kind, target, since }) => (
        <span key={id}>
          <span>
            <strong>{t(`sandbox.trouble.${kind}`)}</strong> <span className="mono">{target}</span>{" "}
            <span className="muted">
              <Age since={Date.parse(since)} />
            </span>
          </span>
          <Button
            className="small"
            refusal={refusal}
            onClick={() => void steer(simulation.endTrouble(cluster.id, id))}
            data-testid={`end-${id}`}
          >
            {t("sandbox.endTrouble")}
          </Button>
        </span>
      ))}
    </section>
  );
}
