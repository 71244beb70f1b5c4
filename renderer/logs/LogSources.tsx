import { useTranslation } from "react-i18next";
import type { ViewNames } from "../app/useViewNames.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Menu, MenuCheck, MenuItem, MenuLabel, MenuSeparator } from "../ui/layers/Menu.tsx";
import { hueOf, type LogSource } from "./logSource.ts";

export interface LogSourcesProps {
  sources: readonly LogSource[];
  /** The hidden containers, as `pod/container`. */
  hidden: ViewNames;
  placeOf(key: string): number;
}

export const sourceName = ({ pod, container }: LogSource): string => `${pod}/${container}`;

/** Chooses the shown containers, each with its colour. */
export function LogSources({ sources, hidden, placeOf }: LogSourcesProps) {
  const { t } = useTranslation();
  const shown = sources.filter((source) => !hidden.names.has(sourceName(source)));
  const pods = [...new Set(sources.map(({ pod }) => pod))];
  return (
    <Menu
      trigger={
        <Button data-testid="log-sources">
          {t("logs.containers", { shown: shown.length, total: sources.length })}
          <Icon name="chevronDown" size={12} />
        </Button>
      }
    >
      <MenuItem onSelect={hidden.clear} disabled={shown.length === sources.length}>
        {t("logs.showAll")}
      </MenuItem>
      <MenuSeparator />
      {pods.map((pod) => (
        <div key={pod}>
          <MenuLabel>{pod}</MenuLabel>
          {sources
            .filter((source) => source.pod === pod)
            .map((source) => {
              const name = sourceName(source);
              return (
                <MenuCheck key={source.key} checked={!hidden.names.has(name)} onChange={() => hidden.toggle(name)}>
                  <span className="logSwatch" data-hue={hueOf(placeOf(source.key))} aria-hidden="true" />
                  {source.container}
                  {source.kind === "main" ? null : <span className="faint">{t(`logs.${source.kind}`)}</span>}
                </MenuCheck>
              );
            })}
        </div>
      ))}
    </Menu>
  );
}
