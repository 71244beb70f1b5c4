import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate } from "react-router";
import { decodeViewAs, viewedGroup } from "../../shared/viewAs.ts";
import { accessViewUrl } from "../access/accessUrls.ts";
import { isOfCluster } from "../access/viewAs/isOfCluster.ts";
import { whoIs } from "../access/whoIs.ts";
import type { PaneName } from "../api/pane.ts";
import { setViewAs, useViewAsText } from "../api/viewAs.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { onMessage, sendMessage } from "./paneMessages.ts";
import { clusterOf } from "./panesUrl.ts";
import { usePaneKeys } from "./usePaneKeys.ts";
import "./PaneBar.css";

/**
 * The bar at the top of a pane, with the impersonated identity and the pane's actions. Reports to the window what the
 * pane shows.
 */
export function PaneBar({ pane }: { readonly pane: PaneName }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { pathname, search, hash } = useLocation();
  const path = `${pathname}${search}${hash}`;
  const cluster = clusterOf(pathname);
  const subject = useViewAsText(cluster ?? "");
  const viewAs = subject === "" ? undefined : decodeViewAs(subject);
  useEffect(() => sendMessage(window.parent, { type: "at", path, subject }), [path, subject]);
  useEffect(
    () =>
      onMessage((from, message) => {
        const { type, path: to } = message as { type?: unknown; path?: unknown };
        if (from === window.parent && type === "go" && typeof to === "string") void navigate(to);
      }),
    [navigate],
  );
  usePaneKeys(useCallback((name) => sendMessage(window.parent, { type: "focus", pane: name }), []));
  const isPlain = viewAs === undefined || viewAs.groups.length === 0 || viewedGroup(viewAs) !== undefined;
  return (
    <header className={viewAs === undefined ? "paneBar" : "paneBar viewed"} data-testid="pane-bar" data-pane={pane}>
      <Icon name={viewAs === undefined ? "person" : "alert"} />
      <span className="paneWho" role="status">
        {t("rights.viewAsBanner")} <strong>{viewAs === undefined ? t("panes.self") : whoIs(viewAs, t)}</strong>
        {isPlain ? null : ` ${t("rights.viewAsGroups", { groups: viewAs.groups.join(", ") })}`}
      </span>
      <span className="spacer" />
      {cluster === undefined ? null : (
        <Link
          className="uiButton"
          to={`${accessViewUrl(cluster, "viewAs")}?${new URLSearchParams({ back: path })}`}
          data-testid="pane-view-as"
        >
          {t(viewAs === undefined ? "panes.viewAs" : "rights.viewAsOther")}
        </Link>
      )}
      {cluster === undefined || viewAs === undefined ? null : (
        <Button
          onClick={() => {
            setViewAs(cluster, undefined);
            void queries.resetQueries({ predicate: isOfCluster });
          }}
          data-testid="view-as-stop"
        >
          {t("rights.viewAsStop")}
        </Button>
      )}
      <Button
        variant="quiet"
        icon="follow"
        aria-label={t("panes.follow")}
        onClick={() => sendMessage(window.parent, { type: "follow" })}
        data-testid="pane-follow"
      />
      <Button
        variant="quiet"
        icon="close"
        aria-label={t("panes.close")}
        onClick={() => sendMessage(window.parent, { type: "close" })}
        data-testid="pane-close"
      />
    </header>
  );
}
