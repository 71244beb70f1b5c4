import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../../../shared/object.ts";
import { ErrorNotice } from "../../../access/refusals/ErrorNotice.tsx";
import { useClusterScope } from "../../../app/clusterContext.ts";
import { Section } from "../../../ui/Section.tsx";
import { useLiveObjects } from "../../live/useLiveObjects.ts";
import { fact } from "../facts/kindFacts.ts";
import { type NodeResource, resourcesOfNode } from "../facts/nodeUse.ts";
import { FactTable } from "../parts/FactTable.tsx";
import { Facts } from "../parts/FactView.tsx";
import { PodList } from "../parts/PodList.tsx";
import { listAt, textAt, textsAt } from "../read.ts";
import type { PanelProps } from "./panelProps.ts";

const INFO = ["kubeletVersion", "containerRuntimeVersion", "osImage", "kernelVersion", "architecture"] as const;

/** The roles of a node, from its label keys: `node-role.kubernetes.io/control-plane`. */
const rolesOf = ({ metadata }: ApiObject): string[] =>
  Object.keys(metadata.labels ?? {}).flatMap((key) =>
    key.startsWith("node-role.") ? [key.slice(key.indexOf("/") + 1)] : [],
  );

/** A node: its addresses and versions, taints, and the resources that its pods request. */
export function NodePanel({ object }: PanelProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const name = object.metadata.name ?? "";
  const pods = useLiveObjects({
    cluster: cluster.id,
    collection: { group: "", version: "v1", resource: "pods" },
    kind: "Pod",
    fieldSelector: `spec.nodeName=${name}`,
  });
  const resources = useMemo(() => resourcesOfNode(object, pods.objects), [object, pods.objects]);
  const { complete, error } = pods.state;
  const images = listAt(object, "status.images").length;
  return (
    <>
      <Section title={t("kinds.node")}>
        <dl>
          <Facts
            facts={[
              fact(
                t("kinds.schedulable"),
                textAt(object, "spec.unschedulable") === "true" ? { text: t("kinds.cordoned"), tone: "warn" } : "",
              ),
              fact(t("kinds.roles"), ...rolesOf(object)),
              ...listAt(object, "status.addresses").map((each) => fact(textAt(each, "type"), textAt(each, "address"))),
              ...INFO.map((field) => fact(t(`kinds.${field}`), textAt(object, `status.nodeInfo.${field}`))),
              fact("podCIDRs", ...textsAt(object, "spec.podCIDRs")),
              fact("providerID", textAt(object, "spec.providerID")),
              fact(t("kinds.images"), images === 0 ? "" : String(images)),
              fact("volumesAttached", ...listAt(object, "status.volumesAttached").map((each) => textAt(each, "name"))),
            ]}
          />
        </dl>
      </Section>
      {resources.length === 0 ? null : <Resources resources={resources} isKnown={complete} />}
      <ErrorNotice error={error} />
      <Taints node={object} />
      <Section title={t("kinds.pods")} count={pods.objects.length}>
        {complete ? <PodList pods={pods.objects} withNamespace /> : null}
      </Section>
    </>
  );
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;

function Resources({ resources, isKnown }: { readonly resources: readonly NodeResource[]; readonly isKnown: boolean }) {
  const { t } = useTranslation();
  const share = (amount: string, part: number) =>
    !isKnown || amount === "" ? (
      "–"
    ) : (
      <>
        {amount} <span className={part > 1 ? "warnText" : "faint"}>{percent(part)}</span>
      </>
    );
  return (
    <Section title={t("kinds.resources")}>
      <FactTable
        label={t("kinds.resources")}
        numbers
        head={[
          t("access.resource"),
          t("kinds.requests"),
          t("kinds.limits"),
          t("kinds.allocatable"),
          t("kinds.capacity"),
        ]}
        rows={resources.map((each) => ({
          key: each.name,
          cells: [
            each.name,
            share(each.requests, each.requestShare),
            share(each.limits, each.limitShare),
            each.allocatable,
            each.capacity,
          ],
        }))}
      />
    </Section>
  );
}

function Taints({ node }: { readonly node: ApiObject }) {
  const { t } = useTranslation();
  const taints = listAt(node, "spec.taints");
  if (taints.length === 0) return null;
  return (
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
  );
}
