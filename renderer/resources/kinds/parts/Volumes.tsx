import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useClusterScope } from "../../../app/clusterContext.ts";
import { objectUrl } from "../../../app/urls.ts";
import { Section } from "../../../ui/Section.tsx";
import type { VolumeFacts } from "../facts/podFacts.ts";
import { FactTable } from "./FactTable.tsx";

/** The volumes of a pod, with links to the referenced objects. */
export function Volumes({ volumes, namespace }: { volumes: readonly VolumeFacts[]; namespace: string }) {
  const { t } = useTranslation();
  if (volumes.length === 0) return null;
  return (
    <Section title={t("kinds.volumes")} count={volumes.length}>
      <FactTable
        label={t("kinds.volumes")}
        head={[t("object.name"), t("kinds.source"), t("kinds.target")]}
        rows={volumes.map((v) => ({
          key: v.name,
          cells: [v.name, v.source, <Targets key="targets" volume={v} namespace={namespace} />],
        }))}
      />
    </Section>
  );
}

function Targets({ volume, namespace }: { readonly volume: VolumeFacts; readonly namespace: string }) {
  const { cluster } = useClusterScope();
  return volume.targets.map(({ resource, text }) => {
    const type = { group: "", version: "v1", resource: resource ?? "" };
    return (
      <div key={`${resource ?? ""}/${text}`}>
        {resource === undefined ? (
          text
        ) : (
          <Link to={objectUrl(cluster.id, type, { namespace, name: text })}>{text}</Link>
        )}
      </div>
    );
  });
}
