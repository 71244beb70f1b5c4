import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useClusterScope } from "../../../app/clusterContext.ts";
import { listUrl } from "../../../app/urls.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Property, Section } from "../../../ui/Section.tsx";
import { fact, plain } from "../facts/kindFacts.ts";
import { Facts, Rows } from "../parts/FactView.tsx";
import { SchemaList } from "../parts/SchemaList.tsx";
import { at, fieldsAt, listAt, textAt, textsAt } from "../read.ts";
import { schemaTree } from "../schemaTree.ts";
import type { PanelProps } from "./panelProps.ts";

/** A definition of custom resources: its names, versions, and the schema of a version. */
export function CrdPanel({ object }: PanelProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const versions = listAt(object, "spec.versions");
  const storage = versions.find((version) => textAt(version, "storage") === "true") ?? versions[0];
  const [chosen, setChosen] = useState(() => textAt(storage, "name"));
  const version = versions.find((each) => textAt(each, "name") === chosen) ?? storage;
  const schema = useMemo(() => schemaTree(at(version, "schema.openAPIV3Schema")), [version]);
  const group = textAt(object, "spec.group");
  const resource = textAt(object, "spec.names.plural");
  return (
    <>
      <Section title={t("kinds.definition")}>
        <dl>
          <Property name={t("object.kind")}>
            <Link to={listUrl(cluster.id, { group, version: textAt(storage, "name"), resource })}>
              {textAt(object, "spec.names.kind")}
            </Link>
          </Property>
          <Property name={t("kinds.names")}>
            {[resource, ...textsAt(object, "spec.names.shortNames")].join(", ")}
          </Property>
          <Property name={t("kinds.group")}>{group}</Property>
          <Property name={t("kinds.scope")}>{textAt(object, "spec.scope")}</Property>
          <Facts
            facts={[
              fact("categories", ...textsAt(object, "spec.names.categories")),
              fact("conversion", textAt(object, "spec.conversion.strategy")),
              fact("storedVersions", ...textsAt(object, "status.storedVersions")),
              fact("subresources", ...Object.keys(fieldsAt(version, "subresources"))),
              fact("selectableFields", ...listAt(version, "selectableFields").map((each) => textAt(each, "jsonPath"))),
            ]}
          />
        </dl>
      </Section>
      <Section title={t("kinds.versions")} count={versions.length}>
        <ul className="owners">
          {versions.map((each) => {
            const name = textAt(each, "name");
            return (
              <li key={name}>
                <button
                  type="button"
                  className={name === chosen ? "linkButton current" : "linkButton"}
                  aria-pressed={name === chosen}
                  onClick={() => setChosen(name)}
                >
                  {name}
                </button>
                {textAt(each, "served") === "true" ? <Badge tone="good">{t("kinds.served")}</Badge> : null}
                {textAt(each, "storage") === "true" ? <Badge tone="accent">{t("kinds.stored")}</Badge> : null}
                {textAt(each, "deprecated") === "true" ? <Badge tone="warn">{t("kinds.deprecated")}</Badge> : null}
                <span className="muted">{textAt(each, "deprecationWarning")}</span>
              </li>
            );
          })}
        </ul>
      </Section>
      <Rows
        table={{
          name: t("kinds.columns"),
          head: ["name", "type", "jsonPath"],
          rows: listAt(version, "additionalPrinterColumns").map((column) =>
            ["name", "type", "jsonPath"].map((field) => plain(textAt(column, field))),
          ),
        }}
      />
      <Section title={t("kinds.schema", { version: chosen })}>
        <SchemaList nodes={schema} />
      </Section>
    </>
  );
}
