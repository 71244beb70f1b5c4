import { useTranslation } from "react-i18next";
import { Dot } from "../../ui/Badge.tsx";
import type { Standing } from "../model/standing.ts";
import { TONE_OF_STANDING } from "./tones.ts";

export interface StandingTallyProps {
  tally: readonly (readonly [Standing, number])[];
  total: number;
  filter: string;
  onFilter(filter: string): void;
}

/** The number of objects in each state; a click filters by the state. */
export function StandingTally({ tally, total, filter, onFilter }: StandingTallyProps) {
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
      {tally.map(([standing, count]) => (
        <button
          key={standing}
          type="button"
          className="uiButton"
          aria-pressed={filter === standing}
          onClick={() => onFilter(filter === standing ? "" : standing)}
          data-testid={`tally-${standing}`}
        >
          <Dot tone={TONE_OF_STANDING[standing]} />
          {t(`helm.standing.${standing}`)} <b>{count}</b>
        </button>
      ))}
    </fieldset>
  );
}
