import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../../../shared/object.ts";
import { ErrorNotice } from "../../../access/refusals/ErrorNotice.tsx";
import { useClusterScope } from "../../../app/clusterContext.ts";
import { Section } from "../../../ui/Section.tsx";
import { useLiveObjects } from "../../live/useLiveObjects.ts";
import { ENDPOINT_HEAD, endpointRows } from "../facts/endpointRows.ts";
import { type Fact, fact } from "../facts/kindFacts.ts";
import { selectorText } from "../facts/workloadFacts.ts";
import { FactTable } from "../parts/FactTable.tsx";
import { Facts, Rows } from "../parts/FactView.tsx";
import { at, listAt, textAt, textsAt } from "../read.ts";
import type { PanelProps } from "./panelProps.ts";

const FIELDS = [
  "externalName",
  "externalTrafficPolicy",
  "internalTrafficPolicy",
  "trafficDistribution",
  "loadBalancerClass",
  "ipFamilyPolicy",
  "healthCheckNodePort",
] as const;

function factsOf(object: ApiObject, name: (key: "addresses" | "loadBalancer" | "selector") => string): Fact[] {
  const namespace = object.metadata.namespace ?? "";
  const selector = selectorText(object);
  const affinity = textAt(object, "spec.sessionAffinity");
  const seconds = textAt(object, "spec.sessionAffinityConfig.clientIP.timeoutSeconds");
  return [
    fact("type", textAt(object, "spec.type")),
    fact(name("addresses"), ...textsAt(object, "spec.clusterIPs"), ...textsAt(object, "spec.externalIPs")),
    fact(
      name("loadBalancer"),
      ...listAt(object, "status.loadBalancer.ingress").map((each) => textAt(each, "ip") || textAt(each, "hostname")),
    ),
    fact(name("selector"), selector === "" ? "" : { text: selector, pods: { namespace, labels: selector } }),
    fact(
      "sessionAffinity",
      affinity === "None" ? "" : [affinity, seconds === "" ? "" : `${seconds} s`].join(" ").trim(),
    ),
    ...FIELDS.map((field) => fact(field, textAt(object, `spec.${field}`))),
    fact("publishNotReadyAddresses", textAt(object, "spec.publishNotReadyAddresses") === "true" ? "true" : ""),
    fact("loadBalancerSourceRanges", ...textsAt(object, "spec.loadBalancerSourceRanges")),
  ];
}

/** A service: its addresses and ports, and the endpoints behind them. */
export function ServicePanel({ object }: PanelProps) {
  const { t } = useTranslation();
  const ports = listAt(object, "spec.ports");
  return (
    <>
      <Section title={t("kinds.service")}>
        <dl>
          <Facts facts={factsOf(object, (key) => t(`kinds.${key}`))} />
        </dl>
      </Section>
      {ports.length === 0 ? null : (
        <Section title={t("kinds.ports")} count={ports.length}>
          <FactTable
            label={t("kinds.ports")}
            head={[t("object.name"), t("kinds.port"), t("kinds.target"), t("kinds.nodePort"), t("kinds.protocol")]}
            rows={ports.map((port) => ({
              key: `${textAt(port, "name")}/${textAt(port, "port")}/${textAt(port, "protocol")}`,
              cells: [
                textAt(port, "name") || "–",
                textAt(port, "port"),
                textAt(port, "targetPort"),
                textAt(port, "nodePort") || "–",
                [textAt(port, "protocol"), textAt(port, "appProtocol")].filter(Boolean).join(", "),
              ],
            }))}
          />
        </Section>
      )}
      {at(object, "spec.externalName") === undefined ? <Endpoints service={object} /> : null}
    </>
  );
}

/** The endpoints of a service from all of its slices, live. */
function Endpoints({ service }: { readonly service: ApiObject }) {
  const { t } = useTranslation();
  const { cluster, types, vocabulary } = useClusterScope();
  const { name = "", namespace = "" } = service.metadata;
  const type = types.find(({ resource, preferred }) => resource === "endpointslices" && preferred);
  const { group = "", version = "" } = type ?? {};
  const { objects, state } = useLiveObjects(
    {
      cluster: cluster.id,
      collection: { group, version, resource: "endpointslices", namespace },
      kind: "EndpointSlice",
      labelSelector: `${vocabulary.render("{labelDomain}/service-name")}=${name}`,
    },
    { enabled: type !== undefined },
  );
  if (type === undefined) return null;
  const rows = objects.flatMap(endpointRows);
  return (
    <>
      <ErrorNotice error={state.error} />
      {rows.length > 0 ? (
        <Rows table={{ name: t("kinds.endpoints"), head: ENDPOINT_HEAD, rows }} />
      ) : state.complete ? (
        <Section title={t("kinds.endpoints")}>
          <p className="warnText" data-testid="no-endpoints">
            {t("kinds.noEndpoints")}
          </p>
        </Section>
      ) : null}
    </>
  );
}
