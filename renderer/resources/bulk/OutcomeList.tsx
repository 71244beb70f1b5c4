import { useTranslation } from "react-i18next";
import { shownText } from "../../../shared/text/shownText.ts";
import { ErrorText } from "../../access/refusals/ErrorText.tsx";
import type { Outcome } from "../../api/requests/inBatches.ts";
import { isAbortError } from "../../api/requests/request.ts";
import type { ResourceRow } from "../../api/tables/tableRow.ts";
import { Dot, type Tone } from "../../ui/Badge.tsx";
import "./OutcomeList.css";
import { ScrollRegion } from "../../ui/ScrollRegion.tsx";

const TONES: Record<Outcome<unknown>["state"], Tone> = {
  waiting: "neutral",
  running: "accent",
  done: "good",
  failed: "bad",
};
const SHOWN = 200;

/** The objects of a bulk action, each with its outcome; failures come first. */
export function OutcomeList({ outcomes, label }: { outcomes: readonly Outcome<ResourceRow>[]; label: string }) {
  const { t } = useTranslation();
  const failed = outcomes.filter((one) => one.state === "failed");
  const sorted = failed.length === 0 ? outcomes : [...failed, ...outcomes.filter((one) => one.state !== "failed")];
  const begun = outcomes.some((one) => one.state !== "waiting");
  return (
    <ScrollRegion as="ul" className="outcomes" aria-label={label} data-testid="outcomes">
      {sorted.slice(0, SHOWN).map(({ item, state, error }) => (
        <li key={item.uid} data-state={state}>
          {begun ? <Dot tone={TONES[state]} /> : null}
          <span className="outcomeName">
            {item.namespace === "" ? null : <span className="faint">{item.namespace}/</span>}
            {shownText(item.name)}
          </span>
          {begun ? <span className="faint">{t(`browse.${state}`)}</span> : null}
          {error === undefined ? null : (
            <p className="outcomeError">{isAbortError(error) ? t("waiting.unknown") : <ErrorText error={error} />}</p>
          )}
        </li>
      ))}
      {sorted.length > SHOWN ? (
        <li className="faint">{t("browse.andMore", { count: sorted.length - SHOWN })}</li>
      ) : null}
    </ScrollRegion>
  );
}
