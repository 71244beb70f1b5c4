import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../shared/object.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { useWriteRefusal } from "../app/useWriteRefusal.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Menu, MenuItem, MenuLabel } from "../ui/layers/Menu.tsx";
import { useToast } from "../ui/layers/Toast.tsx";
import { simulation } from "./simulation.ts";
import { API_SLOW, isLasting, ongoing, type TroubleOffer, troublesFor } from "./troublesFor.ts";
import { useSteering, useTroubles } from "./useSimulation.ts";
import "./TroubleMenu.css";

/** Simulates a fault of an object in a sandbox, or of its API. Renders nothing if no faults can be simulated. */
export function TroubleMenu({ object }: { object: ApiObject | undefined }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const refusal = useWriteRefusal();
  const steer = useSteering();
  const toast = useToast();
  const offers = object === undefined ? [API_SLOW] : troublesFor(object);
  const troubles = useTroubles(offers.length > 0);
  if (troubles === undefined || offers.length === 0) return null;

  const end = (id: string): Promise<boolean> => steer(simulation.endTrouble(cluster.id, id));
  const begin = async ({ kind, target }: TroubleOffer): Promise<void> => {
    let id = "";
    const begun = simulation.beginTrouble(cluster.id, { kind, target }).then((trouble) => {
      id = trouble.id;
    });
    if (!(await steer(begun))) return;
    const undo = isLasting(kind) ? (
      <Button className="small" onClick={() => void end(id)}>
        {t("sandbox.endTrouble")}
      </Button>
    ) : null;
    toast(t("sandbox.begun", { trouble: t(`sandbox.trouble.${kind}`), target }), "neutral", undo);
  };
  return (
    <Menu
      trigger={
        <button type="button" className="uiButton" data-testid="trouble-menu">
          <Icon name="bolt" />
          {t("sandbox.troubleMenu")}
        </button>
      }
    >
      <MenuLabel>{t("sandbox.troubleLead")}</MenuLabel>
      {offers.map((offer) => {
        const going = ongoing(troubles, offer);
        const { kind, target } = offer;
        return (
          <MenuItem
            key={`${kind} ${target}`}
            disabled={refusal !== undefined}
            onSelect={() => void (going === undefined ? begin(offer) : end(going.id))}
            testId={`trouble-${kind}`}
          >
            <span className="menuCheck">{going === undefined ? null : <Icon name="check" />}</span>
            <span className="troubleOffer">
              <span>
                {t(`sandbox.trouble.${kind}`)}
                {kind.startsWith("container") || kind === "image-missing" ? (
                  <span className="muted"> {target.split("/").at(-1)}</span>
                ) : null}
              </span>
              <span className="faint">{going === undefined ? t(`sandbox.does.${kind}`) : t("sandbox.goesOn")}</span>
            </span>
          </MenuItem>
        );
      })}
    </Menu>
  );
}
