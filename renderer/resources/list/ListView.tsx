import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useResourceList } from "../../api/lists/useResourceList.ts";
import { pluralKind, type ResourceType, typeKey } from "../../api/resourceType.ts";
import type { ResourceRow } from "../../api/tables/tableRow.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { ScopeOf } from "../../app/ScopeOf.tsx";
import { useReportedCount } from "../../app/sidebar/kindCounts.ts";
import { listUrl, type ObjectTab, objectUrl } from "../../app/urls.ts";
import { useTroubleNotice } from "../../notifications/useTroubleNotice.ts";
import { useAddressText } from "../../ui/forms/useAddressText.ts";
import type { MenuPlace } from "../../ui/layers/MenuAt.tsx";
import { BulkBar } from "../bulk/BulkBar.tsx";
import { DetailsDrawer } from "../object/DetailsDrawer.tsx";
import { planColumns } from "../table/columnPlan.ts";
import { useColumnSetup } from "../table/keptColumns.ts";
import { ResourceTable } from "../table/ResourceTable.tsx";
import { formatSort, parseSort } from "../table/rowView.ts";
import { markedRows, type Selection } from "../table/selection.ts";
import { useRowView } from "../table/useRowView.ts";
import { ClustersMenu } from "./ClustersMenu.tsx";
import { columnsKey } from "./columnsKey.ts";
import { ListBody } from "./ListBody.tsx";
import { ListToolbar } from "./ListToolbar.tsx";
import { RowDialogs, type RowWish } from "./RowDialogs.tsx";
import { RowMenu } from "./RowMenu.tsx";
import { SelectorBar } from "./SelectorBar.tsx";
import { labelSuggestions } from "./selectorTerms.ts";
import { UnseenNotice } from "./UnseenNotice.tsx";
import { UnwatchedNotice } from "./UnwatchedNotice.tsx";
import { useListClusters } from "./useListClusters.ts";
import { useListUrl } from "./useListUrl.ts";
import { useShownRow } from "./useShownRow.ts";
import { usualSort } from "./usualSort.ts";
import { ViewsMenu } from "./ViewsMenu.tsx";
import "./ListView.css";

const NO_MARKS: Selection = new Set();

/** One live list: toolbar, table, and the details of the selected row. */
export function ListView({ type, namespace }: { type: ResourceType; namespace: string }) {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const navigate = useNavigate();
  const url = useListUrl();
  const [text, setText] = useAddressText(url.filter, url.setFilter);
  const filter = useDeferredValue(text);
  const sort = useMemo(() => parseSort(url.sort) ?? usualSort(type), [url.sort, type]);
  const columnSetup = useColumnSetup(columnsKey(typeKey(type), url.view));
  const others = useMemo(() => [...url.clusters.names], [url.clusters.names]);
  const clusters = useListClusters(others);
  const isOfSeveral = (clusters?.length ?? 1) > 1;
  const list = useResourceList({
    cluster: cluster.id,
    vocabulary,
    clusters,
    type,
    namespace,
    labelSelector: url.labels,
    fieldSelector: url.fields,
    own: columnSetup.own,
  });
  const [marks, setMarks] = useState<Selection>(NO_MARKS);
  const single = namespace.includes(",") ? "" : namespace;
  const rows = useRowView(list, filter, sort, url.unhealthyFirst);
  const [menu, setMenu] = useState<{ row: ResourceRow; at: MenuPlace }>();
  const [wish, setWish] = useState<RowWish>();
  const { choices, widths } = columnSetup;
  const withNamespace = type.namespaced && single === "" ? t("list.namespace") : undefined;
  const withCluster = isOfSeveral ? t("listSetup.cluster") : undefined;
  // The plan is computed when the first rows arrive, not with every update, because columns must not shift while the
  // user reads.
  const sampled = Math.min(rows.length, 50);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows only serve as the sample
  const columns = useMemo(
    () => planColumns(list.columns, rows, { withNamespace, withCluster, choices, widths }),
    [list.columns, withNamespace, withCluster, choices, widths, sampled],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are one live map; an occasional sample is enough
  const suggestions = useMemo(() => labelSuggestions(list.rows.values()), [list.state.complete, sampled]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above, its version shows changes
  const marked = useMemo(() => markedRows(marks, list.rows), [marks, list.version]);
  const labelKeys = useMemo(() => [...new Set(suggestions.map((term) => term.split("=")[0] ?? ""))], [suggestions]);
  const kinds = pluralKind(type.kind, type.resource);

  const select = useCallback((row: ResourceRow | undefined) => url.select(row?.uid ?? ""), [url.select]);
  const open = useCallback(
    (row: ResourceRow, tab?: ObjectTab) => navigate(objectUrl(row.cluster?.id ?? cluster.id, type, row, tab)),
    [navigate, cluster.id, type],
  );
  const edit = useCallback((row: ResourceRow) => open(row, "yaml"), [open]);
  const openMenu = useCallback((row: ResourceRow, at: MenuPlace) => setMenu({ row, at }), []);
  const openOverview = useCallback((row: ResourceRow) => open(row), [open]);
  const onSort = useCallback(
    (column: string) => {
      // Cycles through ascending, descending, and the default order.
      if (sort?.column !== column) url.setSort(formatSort({ column, descending: false }));
      else url.setSort(sort.descending ? "" : formatSort({ column, descending: true }));
    },
    [sort, url.setSort],
  );
  const isWhole = list.state.phase === "live" || list.state.phase === "empty";
  const held = isWhole && !isOfSeveral && url.labels === "" && url.fields === "" ? list.rows.size : undefined;
  useReportedCount(type, namespace, held);
  useTroubleNotice(list.state, `${kinds}, ${cluster.name}`);
  const selectedRow = useShownRow(list.rows, url.selected);

  return (
    <>
      <ListToolbar
        type={type}
        title={kinds}
        namespace={single}
        list={list}
        shown={rows.length}
        filter={text}
        onFilter={setText}
        columns={columnSetup}
        example={rows[0]}
        labels={labelKeys}
        unhealthyFirst={url.unhealthyFirst}
        onUnhealthyFirst={url.setUnhealthyFirst}
      />
      <SelectorBar labels={url.labels} fields={url.fields} suggestions={suggestions} onChange={url.setSelector}>
        <ClustersMenu chosen={url.clusters.names} onToggle={url.clusters.toggle} />
        <span className="spacer" />
        <ViewsMenu type={type} current={url.view} />
      </SelectorBar>
      <UnseenNotice state={list.state} />
      <UnwatchedNotice state={list.state} />
      <BulkBar type={type} marked={marked} onUnmark={() => setMarks(NO_MARKS)} />
      <div className="listSplit">
        <ListBody
          list={list}
          shown={rows.length}
          kinds={kinds}
          type={type}
          namespace={namespace}
          selectors={url.labels !== "" || url.fields !== ""}
          onClearFilter={() => setText("")}
          onClearSelectors={() => navigate(listUrl(cluster.id, type, namespace))}
        >
          <ResourceTable
            label={t("list.table", { kind: kinds })}
            columns={columns}
            rows={rows}
            selected={url.selected}
            selectedNow={url.selectedNow}
            sort={sort}
            onSort={onSort}
            onSelect={select}
            onOpen={openOverview}
            onEdit={edit}
            onMenu={openMenu}
            onWidth={columnSetup.setWidth}
            marks={marks}
            onMarks={setMarks}
          />
        </ListBody>
        {selectedRow === undefined ? null : (
          <ScopeOf cluster={selectedRow.cluster?.id}>
            <DetailsDrawer key={selectedRow.uid} type={type} row={selectedRow} onClose={() => select(undefined)} />
          </ScopeOf>
        )}
      </div>
      {menu === undefined ? null : (
        <ScopeOf cluster={menu.row.cluster?.id}>
          <RowMenu
            key={menu.row.uid}
            type={type}
            row={menu.row}
            at={menu.at}
            onOpen={open}
            onDelete={(row) => setWish({ row, action: "delete" })}
            onAct={(action, object) => setWish({ row: menu.row, action, object })}
            onClose={() => setMenu(undefined)}
          />
        </ScopeOf>
      )}
      {wish === undefined ? null : (
        <ScopeOf cluster={wish.row.cluster?.id}>
          <RowDialogs
            type={type}
            wish={wish}
            onClose={() => setWish(undefined)}
            onDeleted={({ uid }) => (uid === url.selected ? select(undefined) : undefined)}
          />
        </ScopeOf>
      )}
    </>
  );
}
