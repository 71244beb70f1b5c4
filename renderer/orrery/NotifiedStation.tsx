import { useTranslation } from "react-i18next";
import { type Action, actorName } from "./model/action.ts";
import type { OpenWatch } from "./model/clients.ts";
import { Station } from "./Station.tsx";

const SHOWN = 12;

/** Who was notified of a change: the components that acted because of it, and the clients whose watches deliver it. */
export function NotifiedStation({
  effects,
  watches,
  onChoose,
}: {
  readonly effects: readonly Action[];
  readonly watches: readonly OpenWatch[];
  onChoose(action: Action): void;
}) {
  const { t } = useTranslation();
  const clients = [...new Set(watches.map(({ client }) => client.label))];
  return (
    <Station
      title={t("orrery.toldTo")}
      tone={effects.length + clients.length === 0 ? "idle" : "good"}
      testId="station-told"
    >
      {effects.length === 0 ? <p className="muted">{t("orrery.noneActed")}</p> : null}
      <ul className="toldList">
        {effects.slice(0, SHOWN).map((action) => (
          <li key={action.sequence}>
            <button type="button" className="toldActor" onClick={() => onChoose(action)}>
              {actorName(action)}
            </button>
          </li>
        ))}
        {effects.length > SHOWN ? (
          <li className="faint">{t("orrery.more", { count: effects.length - SHOWN })}</li>
        ) : null}
      </ul>
      {clients.length === 0 ? null : (
        <p className="muted">{t("orrery.watching", { count: watches.length, clients: clients.join(", ") })}</p>
      )}
    </Station>
  );
}
