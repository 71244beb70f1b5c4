import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useLocation, useNavigate, useSearchParams } from "react-router";
import { decodeViewAs } from "../../shared/viewAs.ts";
import { isOfCluster } from "../access/viewAs/isOfCluster.ts";
import { whoIs } from "../access/whoIs.ts";
import { PANES, type PaneName, paneName } from "../api/pane.ts";
import { setViewAs } from "../api/viewAs.ts";
import { PaneDivider } from "./PaneDivider.tsx";
import { onMessage, sendMessage, toWindow } from "./paneMessages.ts";
import { clusterOf, other, type Panes, panesFrom, panesUrl } from "./panesUrl.ts";
import { usePaneKeys } from "./usePaneKeys.ts";
import "./PanesPage.css";

/** State of history entries that were created because a pane navigated. */
const NAVIGATION_STATE = { followsPanes: true };

/** Two consoles side by side, each with its own page and impersonated subject. The address contains both. */
export function PanesPage() {
  const [query] = useSearchParams();
  const { key, search, state } = useLocation();
  const address = `${key}${search}`;
  // The panes are reloaded when the address was not changed by a pane itself, but by a link or Back.
  const [begun, begin] = useState(address);
  const isNew = begun !== address && (state as Partial<typeof NAVIGATION_STATE> | null)?.followsPanes !== true;
  if (isNew) begin(address);
  // Panes cannot be nested.
  if (paneName() !== undefined) return <Navigate to={panesFrom(query).left.path} replace />;
  return <TwoPanes key={isNew ? address : begun} />;
}

function TwoPanes() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [query] = useSearchParams();
  const panes = panesFrom(query);
  const current = useRef<Panes>(panes);
  current.current = panes;
  const frames = useRef<Record<PaneName, HTMLIFrameElement | null>>({ left: null, right: null });
  /** The initial page of each pane. Afterwards each pane navigates independently, and the address follows. */
  const [begun] = useState(() => {
    for (const name of PANES) {
      const { path, viewAs } = panes[name];
      const cluster = clusterOf(path);
      if (cluster !== undefined) setViewAs(cluster, viewAs, name);
    }
    return { left: panes.left.path, right: panes.right.path };
  });

  const show = useCallback(
    (next: Panes): void => {
      current.current = next;
      void navigate(panesUrl(next), { replace: true, state: NAVIGATION_STATE });
    },
    [navigate],
  );
  const focus = useCallback((name: PaneName): void => frames.current[name]?.contentWindow?.focus(), []);
  usePaneKeys(focus);

  useEffect(() => {
    const close = (kept: Panes[PaneName]): void => {
      const cluster = clusterOf(kept.path);
      if (cluster !== undefined) setViewAs(cluster, kept.viewAs);
      void queries.resetQueries({ predicate: isOfCluster });
      void navigate(kept.path);
    };
    return onMessage((from, data) => {
      const name = PANES.find((each) => frames.current[each]?.contentWindow === from);
      const message = toWindow(data);
      if (name === undefined || message === undefined) return;
      const now = current.current;
      const rest = now[other(name)];
      if (message.type === "focus") focus(message.pane);
      else if (message.type === "close") close(rest);
      else if (message.type === "follow") sendMessage(from as Window, { type: "go", path: rest.path });
      else {
        const viewAs = message.subject === "" ? undefined : decodeViewAs(message.subject);
        const next = { ...now, [name]: { path: message.path, viewAs } };
        if (panesUrl(next) !== panesUrl(now)) show(next);
      }
    });
  }, [queries, navigate, show, focus]);

  return (
    <main className="panes" data-testid="panes" style={{ "--share": `${panes.share}%` } as React.CSSProperties}>
      <h1 className="visuallyHidden">{t("panes.title")}</h1>
      {PANES.map((name) => {
        const { viewAs } = panes[name];
        const who = viewAs === undefined ? t("panes.self") : whoIs(viewAs, t);
        return [
          name === "right" ? (
            <PaneDivider key="divider" share={panes.share} onChange={(share) => show({ ...current.current, share })} />
          ) : null,
          <iframe
            key={name}
            ref={(frame) => {
              frames.current[name] = frame;
            }}
            className="pane"
            name={name}
            title={t(`panes.${name}`, { who })}
            src={begun[name]}
            data-testid={`pane-${name}`}
          />,
        ];
      })}
    </main>
  );
}
