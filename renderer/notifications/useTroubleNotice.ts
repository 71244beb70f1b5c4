import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { realClock } from "../api/clock.ts";
import type { ListState } from "../api/listState.ts";
import { showWindow } from "../clusters/hostActions.ts";
import { settings } from "../localSettings/store.ts";
import { showNotice } from "./systemNotice.ts";
import { type Trouble, watchTrouble } from "./troubleWatch.ts";

/**
 * Tells by a notification of the system when a list that was live has failed while nobody looks at the window. Pressing it
 * leads back to the list.
 *
 * @param subject what the list is of, and where: `Pods, production`
 */
export function useTroubleNotice({ phase }: Pick<ListState, "phase">, subject: string): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const tell = useRef<(trouble: Trouble) => void>(() => undefined);
  tell.current = (trouble) => {
    if (!settings.get("notifyFailedWatches")) return;
    showNotice({
      title: subject,
      text: t(`notices.${trouble}`),
      tag: `orrery:${pathname}`,
      onClick: () => {
        // A browser's window has come forward by itself; one of our own is brought forward by the host.
        showWindow().catch(() => undefined);
        void navigate(pathname + search);
      },
    });
  };
  const watch = useMemo(() => watchTrouble(realClock, (trouble) => tell.current(trouble)), []);
  useEffect(() => watch.phase(phase), [watch, phase]);
  useEffect(() => () => watch.stop(), [watch]);
}
