import type { ApiConnection } from "./apiConnection.ts";
import { CommandError, refusedText } from "./commandError.ts";

interface GroupList {
  readonly groups?: readonly {
    readonly name: string;
    readonly preferredVersion?: { readonly groupVersion: string };
  }[];
}

interface ResourceList {
  readonly resources?: readonly {
    readonly name: string;
    readonly singularName?: string;
    readonly kind?: string;
    readonly shortNames?: readonly string[];
    readonly namespaced: boolean;
  }[];
}

/** The API groups that a server has. */
export interface ApiGroups {
  /**
   * The full name of the group that begins with `prefix`: its domain depends on the server's vocabulary.
   * @throws CommandError
   */
  named(prefix: string): string;
  /** `/api/v1`, then `/apis/…` of every group in its preferred version. */
  readonly roots: readonly { readonly group: string; readonly path: string }[];
}

/** @throws CommandError, ConnectionError */
export async function readGroups(api: ApiConnection): Promise<ApiGroups> {
  const answer = await api.get("/apis");
  if (answer.status !== 200) throw new CommandError(`the server does not list its API groups: ${refusedText(answer)}`);
  const groups = (answer.body as GroupList).groups ?? [];
  return {
    named(prefix) {
      const found = groups.find(({ name }) => name.startsWith(prefix));
      if (found === undefined) throw new CommandError(`the server has no API group ${prefix}…`);
      return found.name;
    },
    roots: [
      { group: "", path: "/api/v1" },
      ...groups.flatMap(({ name, preferredVersion }) =>
        preferredVersion === undefined ? [] : [{ group: name, path: `/apis/${preferredVersion.groupVersion}` }],
      ),
    ],
  };
}

/** A resource that the server has. */
export interface KnownResource {
  readonly group: string;
  readonly resource: string;
  readonly namespaced: boolean;
}

/**
 * Resolves a word that names a resource: its plural, singular or short name, optionally followed by a dot and its group
 * (or the group's beginning). The first matching group in the server's order is used; undefined when none has the
 * resource.
 */
export async function findResource(
  api: ApiConnection,
  groups: ApiGroups,
  word: string,
): Promise<KnownResource | undefined> {
  const dot = word.indexOf(".");
  const name = (dot < 0 ? word : word.slice(0, dot)).toLowerCase();
  const group = dot < 0 ? undefined : word.slice(dot + 1);
  const roots = groups.roots.filter((root) => group === undefined || isGroup(root.group, group));
  const lists = await Promise.all(
    roots.map(async (root) => {
      const { status, body } = await api.get(root.path);
      return { group: root.group, resources: status === 200 ? ((body as ResourceList).resources ?? []) : [] };
    }),
  );
  for (const matches of [
    (item: { name: string }) => item.name === name,
    (item: { singularName?: string; kind?: string; shortNames?: readonly string[] }) =>
      item.singularName === name || item.kind?.toLowerCase() === name || item.shortNames?.includes(name) === true,
  ]) {
    for (const list of lists) {
      const found = list.resources.find((item) => !item.name.includes("/") && matches(item));
      if (found !== undefined) return { group: list.group, resource: found.name, namespaced: found.namespaced };
    }
  }
  return undefined;
}

const isGroup = (group: string, asked: string): boolean => group === asked || group.startsWith(`${asked}.`);
