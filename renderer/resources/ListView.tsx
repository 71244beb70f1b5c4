import { useCallback, useDeferredValue, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { pluralKind, type ResourceType, spacedKind, typeKey } from "../api/resourceType.ts";
import type { ResourceRow } from "../api/tableRow.ts";
import { useResourceList } from "../api/useResourceList.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { type ObjectTab, objectUrl } from "../app/urls.ts";
import { planColumns } from "./columnPlan.ts";
import { DetailsDrawer } from "./DetailsDrawer.tsx";
import { ListBody } from "./ListBody.tsx";
import { ListToolbar } from "./ListToolbar.tsx";
import { ResourceTable } from "./ResourceTable.tsx";
import { formatSort, parseSort } from "./rowView.ts";
import { useColumnChoices } from "./useColumnChoices.ts";
import { useFilterText } from "./useFilterText.ts";
import { useListUrl } from "./useListUrl.ts";
import { useRowView } from "./useRowView.ts";

/** One live list: toolbar, table, and the details of the selected row beside it. */
export function ListView({ type, namespace }: { type: ResourceType; namespace: string }) {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const navigate = useNavigate();
  const url = useListUrl();
  const [text, setText] = useFilterText(url.filter, url.setFilter);
  const filter = useDeferredValue(text);
  const sort = useMemo(() => parseSort(url.sort), [url.sort]);
  const list = useResourceList({ cluster: cluster.id, vocabulary, type, namespace });
  const rows = useRowView(list, filter, sort);
  const [choices, setChoice] = useColumnChoices(typeKey(type));
  const withNamespace = type.namespaced && namespace === "" ? t("list.namespace") : undefined;
  // The plan is made anew when the first rows arrive, not with every update: columns must not shift under the reader.
  const sampled = Math.min(rows.length, 50);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows only serve as the sample
  const columns = useMemo(
    () => planColumns(list.columns, rows, { withNamespace, choices }),
    [list.columns, withNamespace, choices, sampled],
  );
  const kinds = spacedKind(pluralKind(type.kind, type.resource));

  const select = useCallback((row: ResourceRow | undefined) => url.select(row?.uid ?? ""), [url.select]);
  const open = useCallback(
    (row: ResourceRow, tab?: ObjectTab) => navigate(objectUrl(cluster.id, type, row, tab)),
    [navigate, cluster.id, type],
  );
  const edit = useCallback((row: ResourceRow) => open(row, "yaml"), [open]);
  const openOverview = useCallback((row: ResourceRow) => open(row), [open]);
  const onSort = useCallback(
    (column: string) => {
      // Up, down, and back to the server's own order.
      if (sort?.column !== column) url.setSort(formatSort({ column, descending: false }));
      else url.setSort(sort.descending ? "" : formatSort({ column, descending: true }));
    },
    [sort, url.setSort],
  );
  const selectedRow = url.selected === "" ? undefined : list.rows.get(url.selected);

  return (
    <>
      <ListToolbar
        type={type}
        title={kinds}
        namespace={namespace}
        list={list}
        shown={rows.length}
        filter={text}
        onFilter={setText}
        choices={choices}
        onChoice={setChoice}
      />
      <div className="listSplit">
        <ListBody
          list={list}
          shown={rows.length}
          kinds={kinds}
          type={type}
          namespace={namespace}
          onClearFilter={() => setText("")}
        >
          <ResourceTable
            label={t("list.table", { kind: kinds })}
            columns={columns}
            rows={rows}
            selected={url.selected}
            sort={sort}
            onSort={onSort}
            onSelect={select}
            onOpen={openOverview}
            onEdit={edit}
          />
        </ListBody>
        {selectedRow === undefined ? null : (
          <DetailsDrawer key={selectedRow.uid} type={type} row={selectedRow} onClose={() => select(undefined)} />
        )}
      </div>
    </>
  );
}
