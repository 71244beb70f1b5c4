import type { ApiObject } from "../../../../shared/object.ts";
import type { ApiAnswer, ApiConnection } from "../apiConnection.ts";
import type { ServerVerdict } from "../serverVerdict.ts";

/** The content and behaviour of a fake server. */
export interface FakeApiOptions {
  /** Lists by resource; a namespaced list may be limited to one namespace by the caller. */
  readonly lists: Readonly<Record<string, readonly ApiObject[]>>;
  /** Paths that are refused with 403. */
  readonly forbidden?: readonly string[];
  readonly verdict: ServerVerdict;
  readonly me?: { readonly username: string; readonly groups: readonly string[] };
}

const GROUP = "rbac.authorization.test.io";
const DISCOVERY: Readonly<Record<string, unknown>> = {
  "/apis": {
    groups: ["authentication.test.io", "authorization.test.io", GROUP, "apps"].map((name) => ({
      name,
      preferredVersion: { groupVersion: `${name}/v1` },
    })),
  },
  "/api/v1": {
    resources: [
      { name: "pods", singularName: "pod", kind: "Pod", shortNames: ["po"], namespaced: true },
      { name: "pods/log", kind: "Pod", namespaced: true },
      { name: "nodes", singularName: "node", kind: "Node", namespaced: false },
    ],
  },
  "/apis/apps/v1": {
    resources: [{ name: "deployments", singularName: "deployment", kind: "Deployment", namespaced: true }],
  },
};

/** A server from a command's point of view, with lists in pages of two; it records the reviews that it received. */
export function fakeApi(
  options: FakeApiOptions,
): ApiConnection & { readonly reviews: { path: string; spec: unknown }[] } {
  const reviews: { path: string; spec: unknown }[] = [];
  const list = (path: string, query: URLSearchParams): ApiAnswer => {
    const [, namespace, resource = ""] = /^(?:\/namespaces\/([^/]+))?\/([a-z]+)$/.exec(path) ?? [];
    const items = (options.lists[resource] ?? []).filter(
      ({ metadata }) => namespace === undefined || metadata.namespace === namespace,
    );
    const start = Number(query.get("continue") ?? 0);
    const rest = items.length > start + 2 ? { continue: String(start + 2) } : {};
    return { status: 200, body: { items: items.slice(start, start + 2), metadata: rest } };
  };
  return {
    url: "https://server",
    reviews,
    async get(target) {
      const { pathname, searchParams } = new URL(target, "https://server");
      if (options.forbidden?.includes(pathname)) return { status: 403, body: { message: `${pathname} is forbidden` } };
      const root = `/apis/${GROUP}/v1`;
      if (pathname.startsWith(`${root}/`)) return list(pathname.slice(root.length), searchParams);
      const known = DISCOVERY[pathname];
      return known === undefined ? { status: 404, body: undefined } : { status: 200, body: known };
    },
    async post(path, body) {
      if (path.endsWith("/selfsubjectreviews")) {
        return { status: 201, body: { status: { userInfo: options.me } } };
      }
      reviews.push({ path, spec: (body as { spec: unknown }).spec });
      return { status: 201, body: { status: options.verdict } };
    },
  };
}
