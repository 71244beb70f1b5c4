import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../../shared/object.ts";
import { Age } from "../../ui/age/Age.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { Section } from "../../ui/Section.tsx";
import "./Conditions.css";

/** The managers of the object's fields, with operation and time. */
export function Managers({ object }: { object: ApiObject }) {
  const { t } = useTranslation();
  const entries = object.metadata.managedFields ?? [];
  if (entries.length === 0) return null;
  return (
    <Section title={t("object.managers")} count={entries.length}>
      <ul className="conditions">
        {entries.map((entry) => (
          <li key={`${entry.manager}/${entry.operation}/${entry.subresource ?? ""}/${entry.apiVersion}`}>
            <Badge tone={entry.operation === "Apply" ? "accent" : "neutral"}>{entry.operation}</Badge>
            <span className="conditionText">
              {entry.manager}
              {entry.subresource ? <span className="muted"> /{entry.subresource}</span> : null}
            </span>
            <span className="faint">
              <Age since={entry.time ? Date.parse(entry.time) : 0} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
