import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { splitResource } from "../access/review.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { Loading } from "../app/Loading.tsx";
import { listableTypes } from "../app/sidebar/sidebarGroups.ts";
import { useViewParam } from "../app/useViewParam.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Select } from "../ui/forms/Select.tsx";
import { TimeView } from "./TimeView.tsx";
import "./time.css";

/** Chooses a list and shows its past. */
export function TimePage() {
  const { t } = useTranslation();
  const { cluster, types, namespaces, discovering } = useClusterScope();
  const [resource, setResource] = useViewParam("resource", "configmaps");
  const listable = useMemo(() => listableTypes(types).filter((type) => type.verbs.includes("watch")), [types]);
  const asked = splitResource(resource);
  const type = listable.find((each) => each.resource === asked.resource && each.group === asked.group);
  const scope = type?.namespaced ? namespaces : "";
  const names = listable.map((each) => (each.group === "" ? each.resource : `${each.resource}.${each.group}`)).sort();
  return (
    <div className="time">
      <header className="pageHead">
        <h1>{t("timeMachine.title")}</h1>
        <Select
          label={t("timeMachine.list")}
          value={resource}
          onChange={setResource}
          options={(names.includes(resource) ? names : [resource, ...names]).map((name) => ({
            value: name,
            label: name,
          }))}
          isLabelHidden
          testId="time-resource"
        />
      </header>
      {type === undefined ? (
        discovering ? (
          <Loading text={t("side.discovering")} />
        ) : (
          <EmptyState icon="search" title={t("timeMachine.unknownList")} />
        )
      ) : (
        <TimeView
          key={`${cluster.id}/${resource}/${scope}`}
          type={type}
          // Several namespaces are a part of all.
          namespace={scope.includes(",") ? "" : scope}
          only={scope}
        />
      )}
    </div>
  );
}
