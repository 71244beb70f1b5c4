import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useClusterScope } from "../../app/clusterContext.ts";
import { objectUrl } from "../../app/urls.ts";
import { Section } from "../../ui/Section.tsx";
import { FactTable } from "./FactTable.tsx";
import type { VolumeFacts } from "./podFacts.ts";

/** Volume sources that are separate objects. */
const RESOURCES: Readonly<Record<string, string>> = {
  configMap: "configmaps",
  secret: "secrets",
  persistentVolumeClaim: "persistentvolumeclaims",
};

/** The volumes of a pod, with links to the referenced objects. */
export function Volumes({ volumes, namespace }: { volumes: readonly VolumeFacts[]; namespace: string }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  if (volumes.length === 0) return null;
  const target = ({ source, target: name }: VolumeFacts) => {
    const resource = RESOURCES[source];
    if (resource === undefined || name === "") return name;
    return <Link to={objectUrl(cluster.id, { group: "", version: "v1", resource }, { namespace, name })}>{name}</Link>;
  };
  return (
    <Section title={t("kinds.volumes")} count={volumes.length}>
      <FactTable
        label={t("kinds.volumes")}
        head={[t("object.name"), t("kinds.source"), t("kinds.target")]}
        rows={volumes.map((v) => ({ key: v.name, cells: [v.name, v.source, target(v)] }))}
      />
    </Section>
  );
}
