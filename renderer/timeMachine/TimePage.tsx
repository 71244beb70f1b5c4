import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { splitResource } from "../access/questions/review.ts";
import { groupBeside } from "../api/groupBeside.ts";
import { pluralKind, type ResourceType } from "../api/resourceType.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { Discovering } from "../app/Discovering.tsx";
import { DiscoveryFailed } from "../app/DiscoveryFailed.tsx";
import { listableTypes } from "../app/sidebar/sidebarGroups.ts";
import { useViewParam } from "../app/useViewParam.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Select } from "../ui/forms/Select.tsx";
import { TimeView } from "./TimeView.tsx";
import "./time.css";

/** The lists by the names of their kinds; equal names are followed by the group. */
function optionsOf(types: readonly ResourceType[]): { value: string; label: string }[] {
  return types
    .map((type) => {
      const { group, kind, resource } = type;
      const [name, beside] = [pluralKind(kind, resource), groupBeside(type, types)];
      return {
        value: group === "" ? resource : `${resource}.${group}`,
        label: beside === "" ? name : `${name} (${beside})`,
      };
    })
    .toSorted((a, b) => (a.label < b.label ? -1 : 1));
}

/** Chooses a list and shows its history. */
export function TimePage() {
  const { t } = useTranslation();
  const { cluster, types, namespaces, discovering, undiscovered } = useClusterScope();
  const [resource, setResource] = useViewParam("resource", "configmaps");
  const listable = useMemo(() => listableTypes(types).filter((type) => type.verbs.includes("watch")), [types]);
  const asked = splitResource(resource);
  const type = listable.find((each) => each.resource === asked.resource && each.group === asked.group);
  const scope = type?.namespaced ? namespaces : "";
  const options = useMemo(() => optionsOf(listable), [listable]);
  return (
    <div className="time">
      <header className="pageHead">
        <h1>{t("timeMachine.title")}</h1>
        <Select
          label={t("timeMachine.list")}
          value={resource}
          onChange={setResource}
          options={type === undefined ? [{ value: resource, label: resource }, ...options] : options}
          isLabelHidden
          testId="time-resource"
        />
      </header>
      {type === undefined ? (
        discovering ? (
          <Discovering />
        ) : undiscovered !== undefined ? (
          <DiscoveryFailed {...undiscovered} />
        ) : (
          <EmptyState icon="search" title={t("timeMachine.unknownList")} />
        )
      ) : (
        <TimeView
          key={`${cluster.id}/${resource}/${scope}`}
          type={type}
          // Several namespaces are filtered from the list of all.
          namespace={scope.includes(",") ? "" : scope}
          only={scope}
        />
      )}
    </div>
  );
}
