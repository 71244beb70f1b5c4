import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useClusterScope } from "../../app/clusterContext.ts";
import { listUrl } from "../../app/urls.ts";
import { Property, Section } from "../../ui/Section.tsx";
import { FactTable } from "./FactTable.tsx";
import type { PanelProps } from "./panelProps.ts";
import { listAt, textAt, textsAt } from "./read.ts";
import { selectorText } from "./workloadFacts.ts";

const FIELDS = ["type", "sessionAffinity", "externalTrafficPolicy", "internalTrafficPolicy", "externalName"] as const;

/** A service: its addresses and ports, and its pods. */
export function ServicePanel({ object }: PanelProps) {
  const { t } = useTranslation();
  const { cluster, types, vocabulary } = useClusterScope();
  const namespace = object.metadata.namespace ?? "";
  const selector = selectorText(object);
  const ports = listAt(object, "spec.ports");
  const addresses = [...textsAt(object, "spec.clusterIPs"), ...textsAt(object, "spec.externalIPs")];
  const ingress = listAt(object, "status.loadBalancer.ingress").map((i) => textAt(i, "ip") || textAt(i, "hostname"));
  const sliceType = types.find((type) => type.resource === "endpointslices" && type.preferred);
  const sliceLabel = vocabulary.render("{domain}/service-name");
  const sliceQuery = new URLSearchParams({ labels: `${sliceLabel}=${object.metadata.name ?? ""}` });
  return (
    <>
      <Section title={t("kinds.service")}>
        <dl>
          <Property name={t("kinds.addresses")}>{addresses.join(", ") || "–"}</Property>
          {ingress.length === 0 ? null : <Property name={t("kinds.loadBalancer")}>{ingress.join(", ")}</Property>}
          {FIELDS.map((name) => {
            const text = textAt(object, `spec.${name}`);
            return text === "" ? null : (
              <Property key={name} name={name}>
                {text}
              </Property>
            );
          })}
          <Property name={t("kinds.selector")}>
            {selector === "" ? (
              <span className="faint">{t("object.none")}</span>
            ) : (
              <Link
                to={`${listUrl(cluster.id, { group: "", version: "v1", resource: "pods" }, namespace)}&${new URLSearchParams({ labels: selector })}`}
              >
                {selector}
              </Link>
            )}
          </Property>
          {sliceType === undefined ? null : (
            <Property name={t("kinds.endpoints")}>
              <Link to={`${listUrl(cluster.id, sliceType, namespace)}&${sliceQuery}`}>{t("kinds.endpointSlices")}</Link>
            </Property>
          )}
        </dl>
      </Section>
      {ports.length === 0 ? null : (
        <Section title={t("kinds.ports")} count={ports.length}>
          <FactTable
            label={t("kinds.ports")}
            head={[t("object.name"), t("kinds.port"), t("kinds.target"), t("kinds.nodePort"), t("kinds.protocol")]}
            rows={ports.map((port) => ({
              key: `${textAt(port, "name")}/${textAt(port, "port")}/${textAt(port, "protocol")}`,
              cells: ["name", "port", "targetPort", "nodePort", "protocol"].map((field) => textAt(port, field) || "–"),
            }))}
          />
        </Section>
      )}
    </>
  );
}
