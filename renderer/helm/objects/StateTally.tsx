import { useTranslation } from "react-i18next";
import { Dot } from "../../ui/Badge.tsx";
import type { ObjectState } from "../model/objectStates.ts";
import { TONE_OF_STATE } from "./tones.ts";

export interface StateTallyProps {
  tally: readonly (readonly [ObjectState, number])[];
  total: number;
  filter: string;
  onFilter(filter: string): void;
}

/** The number of objects in each state; a click filters by the state. */
export function StateTally({ tally, total, filter, onFilter }: StateTallyProps) {
  const { t } = useTranslation();
  const [only] = tally;
  if (tally.length === 1 && only?.[0] === "there") {
    return (
      <p className="standingAll" role="status" data-testid="standing-all">
        <Dot tone="good" />
        {t("helm.allThere", { count: total })}
      </p>
    );
  }
  return (
    <fieldset className="standingTally" aria-label={t("helm.tally")} data-testid="standing-tally">
      {tally.map(([state, count]) => (
        <button
          key={state}
          type="button"
          className="uiButton"
          aria-pressed={filter === state}
          onClick={() => onFilter(filter === state ? "" : state)}
          data-testid={`tally-${state}`}
        >
          <Dot tone={TONE_OF_STATE[state]} />
          {t(`helm.standing.${state}`)} <b>{count}</b>
        </button>
      ))}
    </fieldset>
  );
}
