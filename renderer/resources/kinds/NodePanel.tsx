import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useClusterScope } from "../../app/clusterContext.ts";
import { listUrl } from "../../app/urls.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Property, Section } from "../../ui/Section.tsx";
import { FactTable } from "./FactTable.tsx";
import type { PanelProps } from "./panelProps.ts";
import { fieldsAt, listAt, textAt } from "./read.ts";

const INFO = ["kubeletVersion", "containerRuntimeVersion", "osImage", "kernelVersion", "architecture"] as const;

/** A node: its addresses, versions, taints, and its capacity. */
export function NodePanel({ object }: PanelProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const capacity = fieldsAt(object, "status.capacity");
  const allocatable = fieldsAt(object, "status.allocatable");
  const taints = listAt(object, "spec.taints");
  const pods = listUrl(cluster.id, { group: "", version: "v1", resource: "pods" });
  const query = new URLSearchParams({ fields: `spec.nodeName=${object.metadata.name ?? ""}` });
  return (
    <>
      <Section title={t("kinds.node")}>
        <dl>
          {listAt(object, "status.addresses").map((address) => (
            <Property key={`${textAt(address, "type")}/${textAt(address, "address")}`} name={textAt(address, "type")}>
              {textAt(address, "address")}
            </Property>
          ))}
          {INFO.map((name) => {
            const text = textAt(object, `status.nodeInfo.${name}`);
            return text === "" ? null : (
              <Property key={name} name={t(`kinds.${name}`)}>
                {text}
              </Property>
            );
          })}
          {textAt(object, "spec.unschedulable") === "true" ? (
            <Property name={t("object.status")}>
              <Badge tone="warn">{t("kinds.cordoned")}</Badge>
            </Property>
          ) : null}
          <Property name={t("kinds.pods")}>
            <Link to={`${pods}?${query}`}>{t("kinds.podsHere")}</Link>
          </Property>
        </dl>
      </Section>
      {Object.keys(capacity).length === 0 ? null : (
        <Section title={t("kinds.room")}>
          <FactTable
            label={t("kinds.room")}
            head={[t("access.resource"), t("kinds.capacity"), t("kinds.allocatable")]}
            rows={Object.keys(capacity).map((name) => ({
              key: name,
              cells: [name, textAt({ v: capacity[name] }, "v"), textAt({ v: allocatable[name] }, "v")],
            }))}
          />
        </Section>
      )}
      {taints.length === 0 ? null : (
        <Section title={t("kinds.taints")} count={taints.length}>
          <FactTable
            label={t("kinds.taints")}
            head={[t("kinds.key"), t("kinds.value"), t("kinds.effect")]}
            rows={taints.map((taint) => ({
              key: `${textAt(taint, "key")}/${textAt(taint, "effect")}`,
              cells: [textAt(taint, "key"), textAt(taint, "value"), textAt(taint, "effect")],
            }))}
          />
        </Section>
      )}
    </>
  );
}
