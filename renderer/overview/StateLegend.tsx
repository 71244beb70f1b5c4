import { useTranslation } from "react-i18next";
import { STATES, TONE_OF } from "./model/finding.ts";
import "./PodDot.css";
import "./StateLegend.css";

/** The legend of the shapes and colours of pods. */
export function StateLegend() {
  const { t } = useTranslation();
  return (
    <span className="stateLegend">
      {STATES.map((state) => (
        <span key={state}>
          <i className={`podDot ${TONE_OF[state]}`} data-state={state} aria-hidden="true" />
          {t(`overview.state.${state}`)}
        </span>
      ))}
    </span>
  );
}
