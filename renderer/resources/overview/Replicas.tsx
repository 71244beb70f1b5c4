import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../../shared/object.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Property } from "../../ui/Section.tsx";
import { replicasOf } from "../kinds/facts/workloadFacts.ts";

/** The numbers of desired and existing pods of a workload, ready ones first. */
export function Replicas({ object }: { readonly object: ApiObject }) {
  const { t } = useTranslation();
  return replicasOf(object).map(({ name, have, want }) => (
    <Property key={name} name={t(`kinds.${name}`)}>
      {want === undefined ? have : <Badge tone={have >= want ? "good" : "warn"} dot>{`${have} / ${want}`}</Badge>}
    </Property>
  ));
}
