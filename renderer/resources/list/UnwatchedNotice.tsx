import { useTranslation } from "react-i18next";
import { ErrorText } from "../../access/refusals/ErrorText.tsx";
import type { ListState } from "../../api/lists/listState.ts";
import { READ_AGAIN_AFTER } from "../../api/lists/listWatch.ts";
import { lacksWatch } from "../../api/watch/watchRefusal.ts";
import { Icon } from "../../ui/Icon.tsx";

/** Explains why changes arrive late: the user may list, but not watch. */
export function UnwatchedNotice({ state }: { state: ListState }) {
  const { t } = useTranslation();
  if (state.unwatched === undefined || state.phase === "forbidden" || state.phase === "failed") return null;
  // If the kind does not support watching, the badge next to the title is enough.
  if (lacksWatch(state.unwatched)) return null;
  return (
    <div className="notice warn listNotice" role="status" data-testid="unwatched">
      <Icon name="lock" />
      <div>
        {t("browse.unwatched", { seconds: READ_AGAIN_AFTER / 1000 })}
        <p className="muted">
          <ErrorText error={state.unwatched} />
        </p>
      </div>
    </div>
  );
}
