import { useTranslation } from "react-i18next";
import { useClockTime } from "../ui/age/useClockTime.ts";
import { Icon } from "../ui/Icon.tsx";
import { Menu, MenuItem, MenuLabel } from "../ui/layers/Menu.tsx";
import { deletedIn } from "./listDifference.ts";
import type { Moment } from "./moments.ts";

/** Maximum number of listed objects; others can be found by going back in time. */
const MOST = 30;

/** Deleted objects; choosing one opens its history. */
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
