import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../../shared/object.ts";
import { hideSecrets } from "../../../shared/secrets/hideSecrets.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { Age } from "../../ui/age/Age.tsx";
import { GenericPanel } from "../kinds/GenericPanel.tsx";
import { Conditions } from "./Conditions.tsx";
import { EventList } from "./EventList.tsx";
import "../kinds/kinds.css";
import { Property, Section } from "../../ui/Section.tsx";
import { panelFor } from "../kinds/panelFor.ts";
import { SecretPanel } from "../kinds/SecretPanel.tsx";
import { Related } from "../related/Related.tsx";
import { LabelChips, TextMap } from "./LabelChips.tsx";
import { Managers } from "./Managers.tsx";
import { Owners } from "./Owners.tsx";
import { Summary } from "./Summary.tsx";
import "./ObjectOverview.css";

export interface ObjectOverviewProps {
  object: ApiObject;
  type: ResourceType;
  withEvents?: boolean;
}

const time = (text: string | null | undefined): number => (text ? Date.parse(text) : 0);

/** What any object tells about itself, whatever its kind. */
export function ObjectOverview({ object: whole, type, withEvents = false }: ObjectOverviewProps) {
  const { t } = useTranslation();
  const { vocabulary } = useClusterScope();
  const Panel = panelFor(type, vocabulary.domain);
  const object = useMemo(() => hideSecrets(whole), [whole]);
  const meta = object.metadata;
  const labels = Object.entries(meta.labels ?? {});
  const annotations = Object.entries(meta.annotations ?? {});
  const owners = meta.ownerReferences ?? [];
  return (
    <div className="overview" data-testid="overview">
      <Section title={t("object.metadata")}>
        <dl>
          <Property name={t("object.name")}>{meta.name}</Property>
          {meta.namespace === undefined ? null : <Property name={t("object.namespace")}>{meta.namespace}</Property>}
          <Property name={t("object.kind")}>{`${type.kind}  ${object.apiVersion ?? ""}`}</Property>
          <Property name={t("object.created")}>
            <Age since={time(meta.creationTimestamp)} />
          </Property>
          {meta.deletionTimestamp === undefined ? null : (
            <Property name={t("object.deletion")}>
              <Age since={time(meta.deletionTimestamp)} />
            </Property>
          )}
          <Property name={t("object.uid")}>
            <span className="mono">{meta.uid}</span>
          </Property>
          <Property name={t("object.resourceVersion")}>
            <span className="mono">{meta.resourceVersion}</span>
          </Property>
          {meta.generation === undefined ? null : (
            <Property name={t("object.generation")}>{String(meta.generation)}</Property>
          )}
          {meta.finalizers === undefined || meta.finalizers.length === 0 ? null : (
            <Property name={t("object.finalizers")}>{meta.finalizers.join(", ")}</Property>
          )}
        </dl>
      </Section>
      {withEvents && Panel === GenericPanel ? (
        <Summary object={object} />
      ) : (
        // The panel of secrets shows values one by one, each when it is asked for; another secret begins with none.
        <Panel key={meta.uid} object={Panel === SecretPanel ? whole : object} type={type} />
      )}
      <Conditions object={object} />
      {withEvents ? null : <Related object={object} type={type} />}
      {owners.length === 0 ? null : (
        <Section title={t("object.owners")} count={owners.length}>
          <Owners owners={owners} namespace={meta.namespace ?? ""} />
        </Section>
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
      {withEvents ? (
        <Section title={t("object.events")}>
          <EventList object={object} kind={type.kind} compact />
        </Section>
      ) : (
        <Managers object={object} />
      )}
    </div>
  );
}
