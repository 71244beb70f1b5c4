import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../../shared/object.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { Property, Section } from "../../ui/Section.tsx";

/** The identity of an object on the server. */
export function Identity({
  object: { apiVersion = "", metadata },
  type,
}: {
  readonly object: ApiObject;
  readonly type: ResourceType;
}) {
  const { t } = useTranslation();
  const { finalizers = [] } = metadata;
  return (
    <Section title={t("object.identity")}>
      <dl>
        <Property name={t("object.name")}>{metadata.name}</Property>
        <Property name={t("object.kind")}>{`${type.kind}  ${apiVersion}`}</Property>
        <Property name={t("object.uid")}>
          <span className="mono">{metadata.uid}</span>
        </Property>
        <Property name={t("object.resourceVersion")}>
          <span className="mono">{metadata.resourceVersion}</span>
        </Property>
        {metadata.generation === undefined ? null : (
          <Property name={t("object.generation")}>{String(metadata.generation)}</Property>
        )}
        {finalizers.length === 0 ? null : <Property name={t("object.finalizers")}>{finalizers.join(", ")}</Property>}
      </dl>
    </Section>
  );
}
