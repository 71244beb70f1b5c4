import { useTranslation } from "react-i18next";
import type { Release } from "../../shared/advice/release.ts";
import { Icon } from "../ui/Icon.tsx";
import { Menu, MenuItem } from "../ui/layers/Menu.tsx";
import { askableReleases } from "./model/releases.ts";

export interface TargetMenuProps {
  target: Release;
  /** The release of the cluster; undefined while unknown. */
  own: Release | undefined;
  onChange(target: Release): void;
}

/** Chooses the target release. */
export function TargetMenu({ target, own, onChange }: TargetMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu
      trigger={
        <button type="button" className="uiButton" data-testid="advice-target">
          {t("advisor.target", { release: target })}
          <Icon name="chevronDown" size={14} />
        </button>
      }
    >
      {askableReleases().map((release) => (
        <MenuItem key={release} onSelect={() => onChange(release)} testId={`target-${release}`}>
          {release}
          {release === own ? <span className="muted">{t("advisor.ownRelease")}</span> : null}
          <span className="spacer" />
          {release === target ? <Icon name="check" /> : null}
        </MenuItem>
      ))}
    </Menu>
  );
}
