import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ApiObject } from "../../../../shared/object.ts";
import { useClusterScope } from "../../../app/clusterContext.ts";
import { objectUrl } from "../../../app/urls.ts";
import { Property, Section } from "../../../ui/Section.tsx";
import { type FactValue, link, plain } from "../facts/kindFacts.ts";
import { FactTable } from "../parts/FactTable.tsx";
import { Value } from "../parts/FactView.tsx";
import { type Fields, listAt, textAt } from "../read.ts";
import type { PanelProps } from "./panelProps.ts";

/** The name of a subject; only service accounts are objects with a page. */
const nameOf = (subject: Fields, { metadata }: ApiObject): FactValue =>
  textAt(subject, "kind") === "ServiceAccount"
    ? link(textAt(subject, "name"), {
        group: "",
        resource: "serviceaccounts",
        namespace: textAt(subject, "namespace") || (metadata.namespace ?? ""),
      })
    : plain(textAt(subject, "name"));

/** A binding: its role and its subjects. */
export function BindingPanel({ object, type }: PanelProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const kind = textAt(object, "roleRef.kind");
  const name = textAt(object, "roleRef.name");
  const role = { ...type, resource: kind === "ClusterRole" ? "clusterroles" : "roles" };
  const namespace = kind === "ClusterRole" ? "" : (object.metadata.namespace ?? "");
  const subjects = listAt(object, "subjects");
  return (
    <Section title={t("kinds.binding")}>
      <dl>
        <Property name={kind}>
          <Link to={objectUrl(cluster.id, role, { namespace, name })}>{name}</Link>
        </Property>
      </dl>
      {subjects.length === 0 ? (
        <p className="faint">{t("kinds.noSubjects")}</p>
      ) : (
        <FactTable
          label={t("kinds.subjects")}
          head={[t("object.name"), t("object.kind"), t("object.namespace")]}
          rows={subjects.map((s) => ({
            key: `${textAt(s, "kind")}/${textAt(s, "namespace")}/${textAt(s, "name")}`,
            cells: [<Value key="name" value={nameOf(s, object)} />, textAt(s, "kind"), textAt(s, "namespace") || "–"],
          }))}
        />
      )}
    </Section>
  );
}
