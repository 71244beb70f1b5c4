import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useClusterScope } from "../../app/clusterContext.ts";
import { objectUrl } from "../../app/urls.ts";
import { Dot } from "../../ui/Badge.tsx";
import { Property, Section } from "../../ui/Section.tsx";
import { toneOf } from "../tone.ts";
import { Containers } from "./Containers.tsx";
import type { PanelProps } from "./panelProps.ts";
import { containersOf, volumesOf } from "./podFacts.ts";
import { at, textAt } from "./read.ts";
import { Volumes } from "./Volumes.tsx";

const CORE = { group: "", version: "v1" };

/** A pod: where it runs, its containers, its volumes. */
export function PodPanel({ object }: PanelProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const phase = textAt(object, "status.phase");
  const node = textAt(object, "spec.nodeName");
  const account = textAt(object, "spec.serviceAccountName");
  const namespace = object.metadata.namespace ?? "";
  return (
    <>
      <Section title={t("kinds.pod")}>
        <dl>
          <Property name={t("object.status")}>
            <Dot tone={toneOf("phase", phase) ?? "neutral"} /> {phase || "–"}{" "}
            <span className="muted">{textAt(object, "status.reason")}</span>
          </Property>
          <Property name={t("kinds.node")}>
            {node === "" ? (
              <span className="faint">{t("kinds.noNode")}</span>
            ) : (
              <Link to={objectUrl(cluster.id, { ...CORE, resource: "nodes" }, { namespace: "", name: node })}>
                {node}
              </Link>
            )}
          </Property>
          <Property name={t("kinds.podIp")}>{textAt(object, "status.podIP") || "–"}</Property>
          <Property name={t("kinds.qos")}>{textAt(object, "status.qosClass") || "–"}</Property>
          <Property name={t("kinds.restartPolicy")}>{textAt(object, "spec.restartPolicy") || "–"}</Property>
          <Property name={t("kinds.serviceAccount")}>
            {account === "" ? (
              "–"
            ) : (
              <Link to={objectUrl(cluster.id, { ...CORE, resource: "serviceaccounts" }, { namespace, name: account })}>
                {account}
              </Link>
            )}
          </Property>
        </dl>
      </Section>
      <Containers containers={containersOf(at(object, "spec"), at(object, "status"))} />
      <Volumes volumes={volumesOf(at(object, "spec"))} namespace={namespace} />
    </>
  );
}
