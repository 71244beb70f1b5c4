import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ResourceType } from "../../api/resourceType.ts";
import { useViewAs } from "../../api/viewAs.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { clientLines } from "../../requests/clientLine.ts";
import { curlLine } from "../../requests/curlLine.ts";
import { deleteRequest, type PlannedRequest, type Propagation } from "../../requests/plannedRequest.ts";
import { RequestPreview } from "../../requests/RequestPreview.tsx";
import { shellAccess } from "../../requests/shellAccess.ts";
import { Select } from "../../ui/forms/Select.tsx";
import { DependentsPreview } from "./DependentsPreview.tsx";

/** An object to delete. The namespace is empty for a cluster-scoped object; without a uid, no precondition is sent. */
interface Doomed {
  namespace: string;
  name: string;
  uid?: string | undefined;
}

export interface DeletionFieldsProps {
  type: ResourceType;
  objects: readonly Doomed[];
  propagation: Propagation;
  onPropagation(propagation: Propagation): void;
}

/** The DELETE of an object of a kind. */
export const deletionOf = (type: ResourceType, { namespace, name, uid }: Doomed, how: Propagation): PlannedRequest =>
  deleteRequest({ ...type, namespace, name }, how, uid);

/** The fields of a deletion dialog: the propagation, the dependents of the objects, and the requests. */
export function DeletionFields({ type, objects, propagation, onPropagation }: DeletionFieldsProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const [owners] = useState(() => ({
    type,
    uids: objects.flatMap(({ uid }) => uid ?? []),
    namespaces: [...new Set(objects.map(({ namespace }) => namespace))],
  }));
  const policies = useMemo(
    () => [
      { value: "Background", label: t("remove.background") },
      { value: "Foreground", label: t("remove.foreground") },
      { value: "Orphan", label: t("remove.orphan") },
    ],
    [t],
  );
  const access = shellAccess(cluster, useViewAs(cluster.id));
  return (
    <>
      <Select
        label={t("remove.propagation")}
        value={propagation}
        onChange={(value) => onPropagation(value as Propagation)}
        options={policies}
        testId="propagation"
      />
      <DependentsPreview owners={owners} propagation={propagation} />
      <RequestPreview
        curl={objects.map((object) => curlLine(access, deletionOf(type, object, propagation)))}
        client={clientLines("delete", type, objects, [`--cascade=${propagation.toLowerCase()}`], access)}
      />
    </>
  );
}
