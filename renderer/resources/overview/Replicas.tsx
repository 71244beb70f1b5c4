import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../../shared/object.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Property } from "../../ui/Section.tsx";
import { replicasOf } from "../kinds/facts/workloadFacts.ts";

/** The numbers of desired and existing pods of a workload, ready ones first. */
export function Replicas({ object }: { readonly object: ApiObject }) {
  const { t } = useTranslation();
  return replicasOf(object).map(({ name, have, desired }) => (
    <Property key={name} name={t(`kinds.${name}`)}>
      {desired === undefined ? (
        have
      ) : (
        <Badge tone={have >= desired ? "good" : "warn"} dot>{`${have} / ${desired}`}</Badge>
      )}
    </Property>
  ));
}
