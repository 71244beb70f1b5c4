import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../../shared/object.ts";
import { shownText } from "../../../shared/text/shownText.ts";
import { Age } from "../../ui/age/Age.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { Section } from "../../ui/Section.tsx";
import { conditionsOf, conditionTone } from "./conditionTone.ts";
import "./Conditions.css";

/** The conditions of an object, if it has any. */
export function Conditions({ object }: { object: ApiObject }) {
  const { t } = useTranslation();
  const conditions = conditionsOf(object);
  if (conditions.length === 0) return null;
  return (
    <Section title={t("object.conditions")} count={conditions.length}>
      <ul className="conditions">
        {conditions.map((condition) => (
          <li key={condition.type}>
            <Badge tone={conditionTone(condition)} dot>
              {condition.type}
            </Badge>
            <span className="conditionText">
              {condition.status === "True" ? "" : `${condition.status}  `}
              {shownText(condition.reason ?? "")}
              {condition.message ? <span className="muted"> {shownText(condition.message)}</span> : null}
            </span>
            <span className="faint">
              <Age since={condition.lastTransitionTime ? Date.parse(condition.lastTransitionTime) : 0} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
