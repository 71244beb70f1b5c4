import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../../shared/object.ts";
import { Age } from "../../ui/age/Age.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { Property } from "../../ui/Section.tsx";
import { Owners } from "./Owners.tsx";
import { timeOf } from "./timeOf.ts";

/** The most important facts of any object: whether it is terminating, its age, its namespace and its owner. */
export function Standing({ object: { metadata } }: { readonly object: ApiObject }) {
  const { t } = useTranslation();
  const { namespace, deletionTimestamp, finalizers = [], ownerReferences: owners = [] } = metadata;
  return (
    <dl data-testid="standing">
      {deletionTimestamp === undefined ? null : (
        <Property name={t("object.deletion")}>
          <Badge tone="warn" dot>
            <Age since={timeOf(deletionTimestamp)} />
          </Badge>
          {finalizers.length === 0 ? null : <p>{t("object.heldBy", { finalizers: finalizers.join(", ") })}</p>}
        </Property>
      )}
      <Property name={t("object.age")}>
        <Age since={timeOf(metadata.creationTimestamp)} />
      </Property>
      {namespace === undefined ? null : <Property name={t("object.namespace")}>{namespace}</Property>}
      {owners.length === 0 ? null : (
        <Property name={t("object.owners")}>
          <Owners owners={owners} namespace={namespace ?? ""} />
        </Property>
      )}
    </dl>
  );
}
