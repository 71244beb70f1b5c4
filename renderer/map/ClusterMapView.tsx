import { useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useClusterScope } from "../app/clusterContext.ts";
import { Loading } from "../app/Loading.tsx";
import { objectUrl } from "../app/urls.ts";
import { StateBadge } from "../resources/list/StateBadge.tsx";
import { worstState } from "../resources/live/worstState.ts";
import { DetailsDrawer } from "../resources/object/DetailsDrawer.tsx";
import { typeOfReference } from "../resources/related/dependents.ts";
import { MapCanvas } from "./MapCanvas.tsx";
import { MapList } from "./MapList.tsx";
import { MapToolbar } from "./MapToolbar.tsx";
import { findSelected, type Selected } from "./model/findSelected.ts";
import { NothingShown } from "./NothingShown.tsx";
import { UnreadNotice } from "./UnreadNotice.tsx";
import { useClusterMap } from "./useClusterMap.ts";
import { useMapObjects } from "./useMapObjects.ts";
import { useMapUrl } from "./useMapUrl.ts";
import "./ClusterMapView.css";

/** The map with its toolbar, and the details of the selected element. */
export function ClusterMapView() {
  const { t } = useTranslation();
  const { cluster, types } = useClusterScope();
  const navigate = useNavigate();
  const url = useMapUrl();
  const live = useMapObjects();
  const drawn = useClusterMap(live, url.filter, url.toggled);
  const [wasSettled, setWasSettled] = useState(false);
  if (live.settled && !wasSettled) setWasSettled(true);
  const selected = findSelected(drawn.whole, url.selected);
  const type = selected === undefined ? undefined : typeOfReference(types, selected.object);
  const { select } = url;
  const close = useCallback(() => select(""), [select]);
  const map = useRef(drawn.whole);
  map.current = drawn.whole;
  const open = useCallback(
    (id: string) => {
      const target = findSelected(map.current, id)?.object;
      const targetType = target === undefined ? undefined : typeOfReference(types, target);
      if (target !== undefined && targetType !== undefined) void navigate(objectUrl(cluster.id, targetType, target));
    },
    [types, navigate, cluster.id],
  );
  const states = live.parts.map(({ state }) => state);
  const loaded = states.reduce((sum, state) => sum + state.loaded, 0);
  return (
    <>
      <MapToolbar drawn={drawn} url={url} complete={wasSettled}>
        <StateBadge state={worstState(states)} onRetry={live.retry} />
      </MapToolbar>
      <UnreadNotice parts={live.parts} />
      <div className="mapSplit">
        {!wasSettled ? (
          <Loading text={t("map.reading", { count: loaded })} />
        ) : drawn.shown.nodes.length === 0 ? (
          <NothingShown live={live} isEmpty={drawn.whole.nodes.length === 0} url={url} />
        ) : url.shownAs === "list" ? (
          <MapList drawn={drawn} selected={url.selected} onSelect={select} />
        ) : (
          <MapCanvas
            drawn={drawn}
            filtered={url.filterText}
            selected={selected?.node.id ?? ""}
            onSelect={select}
            onOpen={open}
            onToggle={url.toggleGroup}
          />
        )}
        {selected === undefined || type === undefined || !selected.isThere ? null : (
          <DetailsDrawer key={url.selected} type={type} row={rowOf(selected)} onClose={close} />
        )}
      </div>
    </>
  );
}

/** The row for the drawer, which reads the object itself and only needs its identity. */
function rowOf({ object }: Selected) {
  const { uid, name, namespace } = object;
  return { uid, name, namespace, created: 0, deleting: false, labels: {}, read: 0, cells: [] };
}
