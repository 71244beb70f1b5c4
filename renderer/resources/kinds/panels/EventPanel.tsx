import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useClusterScope } from "../../../app/clusterContext.ts";
import { objectUrl } from "../../../app/urls.ts";
import { Age } from "../../../ui/age/Age.tsx";
import { Badge } from "../../../ui/Badge.tsx";
import { Property, Section } from "../../../ui/Section.tsx";
import { typeOfReference } from "../../related/dependents.ts";
import { at, fieldsAt, textAt } from "../read.ts";
import type { PanelProps } from "./panelProps.ts";

/** An event: the object, what happened, and how often. */
export function EventPanel({ object }: PanelProps) {
  const { t } = useTranslation();
  const { cluster, types } = useClusterScope();
  const about = fieldsAt(object, at(object, "regarding") === undefined ? "involvedObject" : "regarding");
  const type = typeOfReference(types, { apiVersion: textAt(about, "apiVersion") || "v1", kind: textAt(about, "kind") });
  const named = { namespace: type?.namespaced ? textAt(about, "namespace") : "", name: textAt(about, "name") };
  const times = ["lastTimestamp", "eventTime", "deprecatedLastTimestamp", "firstTimestamp"].map((f) =>
    textAt(object, f),
  );
  const last = times.find((time) => time !== "") ?? "";
  return (
    <Section title={t("kinds.event")}>
      <dl>
        <Property name={t("object.eventReason")}>
          <Badge tone={textAt(object, "type") === "Warning" ? "warn" : "neutral"} dot>
            {textAt(object, "reason")}
          </Badge>
        </Property>
        <Property name={t("object.eventMessage")}>{textAt(object, "message") || textAt(object, "note")}</Property>
        <Property name={textAt(about, "kind") || t("kinds.about")}>
          {type === undefined ? named.name : <Link to={objectUrl(cluster.id, type, named)}>{named.name}</Link>}
        </Property>
        <Property name={t("object.eventCount")}>
          {textAt(object, "count") || textAt(object, "series.count") || "1"}
        </Property>
        <Property name={t("object.eventAge")}>
          <Age since={last === "" ? 0 : Date.parse(last)} />
        </Property>
        <Property name={t("kinds.reporter")}>
          {textAt(object, "reportingComponent") || textAt(object, "source.component") || "–"}
        </Property>
      </dl>
    </Section>
  );
}
