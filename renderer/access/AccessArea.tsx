import { useTranslation } from "react-i18next";
import { NavLink, Outlet } from "react-router";
import { useClusterScope } from "../app/clusterContext.ts";
import { Loading } from "../app/Loading.tsx";
import { ACCESS_VIEWS, accessViewUrl } from "./accessUrls.ts";
import { Gaps } from "./Gaps.tsx";
import { AccessContext, useAccessState } from "./model/useAccessState.ts";
import { Whoami } from "./Whoami.tsx";
import "./accessView.css";
import "./AccessArea.css";

/** The frame of the access area: the user's identity, the views, and which roles and bindings the user may not read. */
export function AccessArea() {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const state = useAccessState();
  return (
    <AccessContext value={state}>
      <div className="accessArea">
        <header className="pageHead">
          <h1>{t("side.accessGroup")}</h1>
          <span className="spacer" />
          <Whoami />
        </header>
        <nav className="tabList" aria-label={t("rights.tabs")}>
          {ACCESS_VIEWS.map((view) => (
            <NavLink
              key={view}
              className="tab linkTab"
              to={accessViewUrl(cluster.id, view)}
              end={view === "canI"}
              data-testid={`access-${view}`}
            >
              {t(`rights.${view}`)}
            </NavLink>
          ))}
        </nav>
        <div className="accessBody">
          <Gaps state={state} />
          {state.loading && state.roles.length === 0 ? <Loading /> : <Outlet />}
        </div>
      </div>
    </AccessContext>
  );
}
