import { useTranslation } from "react-i18next";
import { Icon } from "../ui/Icon.tsx";
import { Menu, MenuItem } from "../ui/layers/Menu.tsx";
import type { StoredRevision } from "./model/releases.ts";
import { StatusBadge } from "./StatusBadge.tsx";

export interface RevisionMenuProps {
  /** Newest first. */
  revisions: readonly StoredRevision[];
  shown: StoredRevision;
  onShow(revision: StoredRevision): void;
}

/** Maximum number of revisions in the menu; the list of revisions contains all. */
const OFFERED = 20;

/** Chooses the shown revision. */
export function RevisionMenu({ revisions, shown, onShow }: RevisionMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu
      trigger={
        <button type="button" className="uiButton" data-testid="revision-menu">
          {t("helm.revisionNumber", { revision: shown.revision })}
          <Icon name="chevronDown" size={14} />
        </button>
      }
    >
      {revisions.slice(0, OFFERED).map((revision) => (
        <MenuItem key={revision.uid} onSelect={() => onShow(revision)} testId={`show-revision-${revision.revision}`}>
          {t("helm.revisionNumber", { revision: revision.revision })}
          <span className="spacer" />
          <StatusBadge status={revision.status} />
          {revision === shown ? <Icon name="check" /> : null}
        </MenuItem>
      ))}
    </Menu>
  );
}
