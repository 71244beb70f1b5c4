import { useTranslation } from "react-i18next";
import { Section } from "../../../ui/Section.tsx";
import { fact, link, since } from "../facts/kindFacts.ts";
import { containersOf, volumesOf } from "../facts/podFacts.ts";
import { podSpecFacts } from "../facts/podSpecFacts.ts";
import { useSay } from "../facts/useSay.ts";
import { Containers } from "../parts/Containers.tsx";
import { Facts } from "../parts/FactView.tsx";
import { Volumes } from "../parts/Volumes.tsx";
import { at, listAt, textAt } from "../read.ts";
import type { PanelProps } from "./panelProps.ts";

/** A pod: its node, containers and volumes, and how it was scheduled. */
export function PodPanel({ object }: PanelProps) {
  const { t } = useTranslation();
  const say = useSay();
  const namespace = object.metadata.namespace ?? "";
  const spec = at(object, "spec");
  const node = textAt(spec, "nodeName");
  const addresses = listAt(object, "status.podIPs").map((each) => textAt(each, "ip"));
  return (
    <>
      <Section title={t("kinds.pod")}>
        <dl>
          <Facts
            facts={[
              fact(
                t("kinds.node"),
                node === "" ? t("kinds.noNode") : link(node, { group: "", resource: "nodes", namespace: "" }),
              ),
              fact(t("kinds.nodeIp"), textAt(object, "status.hostIP")),
              fact(
                t("kinds.nominatedNode"),
                link(textAt(object, "status.nominatedNodeName"), { group: "", resource: "nodes", namespace: "" }),
              ),
              fact(t("kinds.podIp"), ...(addresses.length > 0 ? addresses : [textAt(object, "status.podIP")])),
              since(t("kinds.started"), textAt(object, "status.startTime")),
              fact(t("kinds.qos"), textAt(object, "status.qosClass")),
              ...podSpecFacts(spec, namespace, say),
            ]}
          />
        </dl>
      </Section>
      <Containers containers={containersOf(spec, at(object, "status"), namespace, say)} />
      <Volumes volumes={volumesOf(spec)} namespace={namespace} />
    </>
  );
}
