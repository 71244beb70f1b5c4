import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useClusterScope } from "../app/clusterContext.ts";
import { Button } from "../ui/Button.tsx";
import { FilterBox } from "../ui/forms/FilterBox.tsx";
import { Segmented } from "../ui/forms/Segmented.tsx";
import { useAddressText } from "../ui/forms/useAddressText.ts";
import { Icon } from "../ui/Icon.tsx";
import { Menu, MenuCheck, MenuItem, MenuSeparator } from "../ui/layers/Menu.tsx";
import { grouped } from "../ui/numbers.ts";
import type { DrawnMap } from "./useClusterMap.ts";
import type { useMapUrl } from "./useMapUrl.ts";

export interface MapToolbarProps {
  drawn: DrawnMap;
  url: ReturnType<typeof useMapUrl>;
  /** Whether the counts are complete. */
  complete: boolean;
  /** The state of the lists. */
  children: ReactNode;
}

/** The controls that choose what the map shows, and how. */
export function MapToolbar({ drawn, url, complete, children }: MapToolbarProps) {
  const { t } = useTranslation();
  const { namespaces } = useClusterScope();
  const [text, setText] = useAddressText(url.filter.text, url.setText);
  const { hiddenKinds, attentionOnly } = url.filter;
  return (
    <div className="pageHead">
      <div className="crumbs">
        <h1>{t("map.title")}</h1>
        {namespaces === "" ? null : <span className="muted">{namespaces.replaceAll(",", ", ")}</span>}
      </div>
      {children}
      {complete ? (
        <span className="faint" data-testid="map-count">
          {t("map.count", { count: drawn.shown.nodes.length })}
        </span>
      ) : null}
      <span className="spacer" />
      <FilterBox
        label={t("map.filter")}
        hint={t("map.filterHint")}
        value={text}
        onChange={setText}
        onEnter={() => document.querySelector<HTMLElement>("[data-map-item][tabindex='0']")?.focus()}
        testId="filter"
      >
        <kbd>/</kbd>
      </FilterBox>
      <Button
        variant="quiet"
        icon="pulse"
        aria-label={t("map.unwellOnly")}
        aria-pressed={attentionOnly}
        onClick={() => url.setUnwellOnly(!attentionOnly)}
        data-testid="map-unwell"
      />
      <KindMenu drawn={drawn} hidden={hiddenKinds} onToggle={url.toggleKind} onAll={url.showAllKinds} />
      <Segmented
        label={t("map.shownAs")}
        value={url.shownAs}
        options={[
          { value: "map", label: t("map.asMap") },
          { value: "list", label: t("map.asList") },
        ]}
        onChange={url.setShownAs}
        testId="map-as"
      />
    </div>
  );
}

interface KindMenuProps {
  drawn: DrawnMap;
  hidden: ReadonlySet<string>;
  onToggle(kind: string): void;
  onAll(): void;
}

function KindMenu({ drawn, hidden, onToggle, onAll }: KindMenuProps) {
  const { t } = useTranslation();
  const kinds = useMemo(() => countKinds(drawn.whole.nodes.map(({ kind }) => kind)), [drawn.whole]);
  return (
    <Menu
      trigger={
        <button type="button" className="uiButton quiet" data-testid="map-kinds">
          <Icon name="columns" />
          {t("map.kinds")}
          {hidden.size === 0 ? null : <span className="faint">−{hidden.size}</span>}
        </button>
      }
    >
      {kinds.map(([kind, count]) => (
        <MenuCheck key={kind} checked={!hidden.has(kind)} onChange={() => onToggle(kind)}>
          {kind} <span className="faint">{grouped(count)}</span>
        </MenuCheck>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={onAll} disabled={hidden.size === 0}>
        {t("map.allKinds")}
      </MenuItem>
    </Menu>
  );
}

function countKinds(kinds: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}
