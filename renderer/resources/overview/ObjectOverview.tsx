import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../../shared/object.ts";
import { hideSecrets } from "../../../shared/secrets/hideSecrets.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { GenericPanel } from "../kinds/panels/GenericPanel.tsx";
import { Conditions } from "./Conditions.tsx";
import { EventList } from "./EventList.tsx";
import "../kinds/kinds.css";
import { Section } from "../../ui/Section.tsx";
import { panelFor } from "../kinds/panels/panelFor.ts";
import { SecretPanel } from "../kinds/panels/SecretPanel.tsx";
import { References } from "../references/References.tsx";
import { Related } from "../related/Related.tsx";
import { Identity } from "./Identity.tsx";
import { LabelChips, TextMap } from "./LabelChips.tsx";
import { Managers } from "./Managers.tsx";
import { StateSummary } from "./StateSummary.tsx";
import { Summary } from "./Summary.tsx";
import { Warnings } from "./Warnings.tsx";
import "./ObjectOverview.css";

export interface ObjectOverviewProps {
  object: ApiObject;
  type: ResourceType;
  withEvents?: boolean;
}

/** The overview of any object of any kind: its state first, its identity last. */
export function ObjectOverview({ object: whole, type, withEvents = false }: ObjectOverviewProps) {
  const { t } = useTranslation();
  const { vocabulary } = useClusterScope();
  const Panel = panelFor(type, vocabulary.domain);
  const object = useMemo(() => hideSecrets(whole), [whole]);
  const meta = object.metadata;
  const labels = Object.entries(meta.labels ?? {});
  const annotations = Object.entries(meta.annotations ?? {});
  return (
    <div className="overview" data-testid="overview">
      <StateSummary object={object} type={type} />
      {withEvents ? null : <Warnings object={object} type={type} />}
      {withEvents && Panel === GenericPanel ? (
        <Summary object={object} />
      ) : (
        // The panel of secrets reveals values one by one; for another secret, all values must be hidden again.
        <Panel key={meta.uid} object={Panel === SecretPanel ? whole : object} type={type} />
      )}
      <Conditions object={object} />
      {withEvents ? (
        <Section title={t("object.events")}>
          <EventList object={object} kind={type.kind} compact />
        </Section>
      ) : (
        <>
          <References object={object} type={type} />
          <Related object={object} type={type} />
        </>
      )}
      <Section title={t("object.labels")} count={labels.length}>
        {labels.length === 0 ? <span className="faint">{t("object.none")}</span> : <LabelChips entries={labels} />}
      </Section>
      <Section title={t("object.annotations")} count={annotations.length}>
        {annotations.length === 0 ? (
          <span className="faint">{t("object.none")}</span>
        ) : (
          <TextMap entries={annotations} />
        )}
      </Section>
      {withEvents ? null : <Managers object={object} />}
      <Identity object={object} type={type} />
    </div>
  );
}
