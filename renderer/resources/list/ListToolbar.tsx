import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { apiVersionOf } from "../../../shared/object.ts";
import { useCreateRefusal } from "../../access/refusals/useCreateRefusal.ts";
import { groupBeside } from "../../api/groupBeside.ts";
import type { ResourceList } from "../../api/lists/useResourceList.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import type { ResourceRow } from "../../api/tables/tableRow.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { FavouriteButton } from "../../app/sidebar/FavouriteButton.tsx";
import { newUrl } from "../../app/urls.ts";
import { Button } from "../../ui/Button.tsx";
import { FilterBox } from "../../ui/forms/FilterBox.tsx";
import type { ColumnSetup } from "../table/keptColumns.ts";
import { showsHealth } from "../table/rowHealth.ts";
import { ColumnsMenu } from "./ColumnsMenu.tsx";
import { isCreatedByUsers } from "./createdByUsers.ts";
import { StateBadge } from "./StateBadge.tsx";

export interface ListToolbarProps {
  type: ResourceType;
  title: string;
  namespace: string;
  list: ResourceList;
  shown: number;
  filter: string;
  onFilter(text: string): void;
  columns: ColumnSetup;
  /** A row whose object is used as the example for new columns, and the label keys of the rows. */
  example: ResourceRow | undefined;
  labels: readonly string[];
  unhealthyFirst: boolean;
  onUnhealthyFirst(first: boolean): void;
}

/**
 * Length of a kind's name above which the create button omits it: the title already shows it, and there is no space.
 */
const LONG_KIND = 20;

/** The list's title, state and count; filter, columns, create. */
export function ListToolbar(props: ListToolbarProps) {
  const { type, list, filter } = props;
  const { t } = useTranslation();
  const { cluster, types } = useClusterScope();
  const navigate = useNavigate();
  const count = list.rows.size;
  const mayNotCreate = useCreateRefusal(type, props.namespace);
  const label = t("list.newObject", { kind: type.kind });
  return (
    <div className="pageHead">
      <div className="crumbs">
        <h1 data-tip={apiVersionOf(type)}>{props.title}</h1>
        {type.group === "" ? null : (
          <span className={groupBeside(type, types) === "" ? "faint listGroup" : "faint"}>{apiVersionOf(type)}</span>
        )}
      </div>
      <FavouriteButton type={type} />
      <StateBadge state={list.state} onRetry={list.retry} />
      {list.state.complete ? (
        <span className="faint" data-testid="row-count">
          {props.shown === count ? t("list.count", { count }) : t("list.countFiltered", { shown: props.shown, count })}
        </span>
      ) : null}
      <span className="spacer" />
      <FilterBox
        label={t("list.filter")}
        hint={t("list.filterHint")}
        value={filter}
        onChange={props.onFilter}
        onEnter={() => document.querySelector<HTMLElement>('[data-testid="resource-table"]')?.focus()}
        testId="filter"
      >
        <kbd>/</kbd>
      </FilterBox>
      {showsHealth(list.columns) ? (
        <Button
          variant="quiet"
          icon="pulse"
          aria-label={t("browse.unhealthyFirst")}
          aria-pressed={props.unhealthyFirst}
          onClick={() => props.onUnhealthyFirst(!props.unhealthyFirst)}
          data-testid="unhealthy-first"
        />
      ) : null}
      <ColumnsMenu type={type} list={list} columns={props.columns} example={props.example} labels={props.labels} />
      {isCreatedByUsers(type) ? (
        <Button
          variant="primary"
          icon="plus"
          onClick={() => navigate(newUrl(cluster.id, type, props.namespace))}
          refusal={mayNotCreate}
          aria-label={label}
          data-testid="create"
        >
          {type.kind.length > LONG_KIND ? t("list.new") : label}
        </Button>
      ) : null}
    </div>
  );
}
