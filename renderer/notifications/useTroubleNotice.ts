import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { realClock } from "../api/clock.ts";
import type { ListState } from "../api/lists/listState.ts";
import { showWindow } from "../clusters/hostActions.ts";
import { settings } from "../localSettings/store.ts";
import { showNotice } from "./systemNotice.ts";
import { type Trouble, watchTrouble } from "./troubleWatch.ts";

/**
 * Shows a system notification when a live list fails while the window is hidden or has no focus. Clicking it returns to
 * the list.
 *
 * @param subject kind and cluster of the list: `Pods, production`
 */
export function useTroubleNotice({ phase }: Pick<ListState, "phase">, subject: string): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const notify = useRef<(trouble: Trouble) => void>(() => undefined);
  notify.current = (trouble) => {
    if (!settings.get("notifyFailedWatches")) return;
    showNotice({
      title: subject,
      text: t(`notices.${trouble}`),
      tag: `orrery:${pathname}`,
      onClick: () => {
        // A browser brings its window to the front itself; for the desktop window, the host does it.
        showWindow().catch(() => undefined);
        void navigate(pathname + search);
      },
    });
  };
  const watch = useMemo(() => watchTrouble(realClock, (trouble) => notify.current(trouble)), []);
  useEffect(() => watch.phase(phase), [watch, phase]);
  useEffect(() => () => watch.stop(), [watch]);
}
