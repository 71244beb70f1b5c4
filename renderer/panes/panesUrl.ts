/** The address of two panes: the page of each, the impersonated identities, and the width of the left pane. */
import { percentDecoded } from "../../shared/text/percentDecoded.ts";
import type { ViewAs } from "../../shared/viewAs.ts";
import { PANES, type PaneName } from "../api/pane.ts";

export interface Pane {
  /** A page of the console, in the form of its own address. */
  readonly path: string;
  /** The impersonated identity; undefined for the user's own. */
  readonly viewAs: ViewAs | undefined;
}

export interface Panes extends Readonly<Record<PaneName, Pane>> {
  /** Width of the left pane in percent. */
  readonly share: number;
}

export const PANES_PATH = "/panes";
export const LEAST_SHARE = 25;
export const MAX_SHARE = 75;
const HALF = 50;

export const other = (name: PaneName): PaneName => (name === "left" ? "right" : "left");

/** The address of panes. */
export function panesUrl({ left, right, share = HALF }: Omit<Panes, "share"> & { readonly share?: number }): string {
  const query = new URLSearchParams();
  for (const [name, { path, viewAs }] of [["left", left] as const, ["right", right] as const]) {
    query.set(name, path);
    if (viewAs === undefined) continue;
    query.set(`${name}-user`, viewAs.username);
    for (const group of viewAs.groups) query.append(`${name}-group`, group);
  }
  if (share !== HALF) query.set("share", String(share));
  // Characters that a query may contain are not encoded, to keep the address readable.
  return `${PANES_PATH}?${String(query).replaceAll("%2F", "/").replaceAll("%3F", "?").replaceAll("%3D", "=")}`;
}

/**
 * Parses an address; missing or invalid parts become the start page, the user's own identity, and half of the width.
 */
export function panesFrom(query: URLSearchParams): Panes {
  const pane = (name: PaneName): Pane => {
    const username = query.get(`${name}-user`) ?? "";
    const viewAs = username === "" ? undefined : { username, groups: query.getAll(`${name}-group`) };
    return { path: ownPath(query.get(name) ?? ""), viewAs };
  };
  const [left, right] = PANES.map(pane);
  return { left: left as Pane, right: right as Pane, share: shareOf(Number(query.get("share") ?? HALF)) };
}

/** Limits a share so that both panes have enough space. */
export const shareOf = (share: number): number =>
  Number.isFinite(share) ? Math.round(Math.min(MAX_SHARE, Math.max(LEAST_SHARE, share))) : HALF;

/** The cluster of a page; undefined for pages outside of clusters. */
export function clusterOf(path: string): string | undefined {
  const encoded = /^\/c\/([^/?#]+)/.exec(path)?.[1];
  return encoded === undefined ? undefined : percentDecoded(encoded);
}

/** Accepts only pages of this console, and no nested panes. */
const ownPath = (path: string): string =>
  /^\/(?![/\\])/.test(path) && !new RegExp(`^${PANES_PATH}(?![\\w-])`).test(path) ? path : "/";
