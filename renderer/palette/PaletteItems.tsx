import { Command } from "cmdk";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ClusterSummary } from "../../shared/console/clusterSummary.ts";
import { shownText } from "../../shared/text/shownText.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { sidebarGroups } from "../app/sidebar/sidebarGroups.ts";
import { Icon } from "../ui/Icon.tsx";
import { rankEntries } from "./rankEntries.ts";
import { useActions } from "./useActions.ts";
import { useObjectEntries } from "./useObjectEntries.ts";
import { usePlaces } from "./usePlaces.ts";

/** Maximum number of shown entries per group once the user has typed. */
const SHOWN = 8;

export interface PaletteItemsProps {
  query: string;
  clusters: readonly ClusterSummary[];
  onGo(): void;
  onHelp(): void;
}

/** The entries that match the typed text, best first; all places and actions while the field is empty. */
export function PaletteItems({ query, clusters, onGo, onHelp }: PaletteItemsProps) {
  const { t } = useTranslation();
  const { vocabulary, types } = useClusterScope();
  const kinds = useMemo(
    () => sidebarGroups(types, vocabulary.domain).flatMap((group) => group.entries),
    [types, vocabulary],
  );
  const places = usePlaces(kinds, clusters);
  const actions = useActions(kinds, onHelp);
  const objects = useObjectEntries(kinds, query);
  const isEmpty = query.trim() === "";
  const groups = useMemo(() => {
    if (!isEmpty) return rankEntries([...places, ...objects.entries, ...actions], query, SHOWN);
    return rankEntries([...places, ...actions.filter(({ group }) => group === "actions")], "", places.length);
  }, [places, objects.entries, actions, query, isEmpty]);
  return (
    <>
      <Command.List className="paletteList">
        {groups.map(({ group, entries }) => (
          <Command.Group key={group} heading={t(`palette.${group}`)}>
            {entries.map((entry) => (
              <Command.Item
                key={entry.id}
                className="menuItem"
                value={entry.id}
                onSelect={() => {
                  onGo();
                  entry.run();
                }}
              >
                <span className="faint">
                  <Icon name={entry.icon} />
                </span>
                <span className="paletteTitle">{shownText(entry.title)}</span>
                <span className="spacer" />
                {entry.note === undefined ? null : (
                  <span className="paletteNote faint mono">{shownText(entry.note)}</span>
                )}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
      {isEmpty ? null : (
        <div className="paletteState" role="status">
          {objects.searching
            ? t("palette.searching")
            : groups.length === 0
              ? t("palette.nothing")
              : objects.partial.length > 0
                ? t("palette.partial", { kinds: objects.partial.join(", "), most: objects.most })
                : null}
        </div>
      )}
    </>
  );
}
