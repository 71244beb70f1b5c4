import { useTranslation } from "react-i18next";
import { useClockTime } from "../ui/age/useClockTime.ts";
import { Icon } from "../ui/Icon.tsx";
import { Menu, MenuItem, MenuLabel } from "../ui/layers/Menu.tsx";
import { deletedIn } from "./listDifference.ts";
import type { Moment } from "./moments.ts";

/** So many are offered; the others are found by going back. */
const MOST = 30;

/** Objects that are gone; one that is chosen opens with all that is known of it. */
export function DeletedList({ moments, onSelect }: { moments: readonly Moment[]; onSelect(key: string): void }) {
  const { t } = useTranslation();
  const clock = useClockTime();
  const gone = deletedIn(moments);
  if (gone.length === 0) return null;
  return (
    <Menu
      trigger={
        <button type="button" className="uiButton" data-testid="time-deleted">
          <Icon name="trash" />
          {t("timeMachine.deletedCount", { count: gone.length })}
        </button>
      }
    >
      <MenuLabel>{t("timeMachine.deletedLately")}</MenuLabel>
      {gone.slice(0, MOST).map(({ key, at, revision }) => (
        <MenuItem key={key} onSelect={() => onSelect(key)} testId={`deleted-${key}`}>
          {key.replace(/^\//, "")}
          <span className="spacer" />
          <span className="faint">{at === 0 ? t("timeMachine.at", { revision }) : clock(at)}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}
