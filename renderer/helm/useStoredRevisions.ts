import { useMemo } from "react";
import type { ListState } from "../api/lists/listState.ts";
import { type ResourceList, useResourceList } from "../api/lists/useResourceList.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { worstState } from "../resources/live/worstState.ts";
import { type StoredRevision, storedRevision } from "./model/releases.ts";
import type { Driver } from "./model/unpackRelease.ts";

const SECRETS = { group: "", version: "v1", resource: "secrets" };
const CONFIG_MAPS = { group: "", version: "v1", resource: "configmaps" };

export interface StoredRevisions {
  readonly revisions: readonly StoredRevision[];
  /** The combined state of both lists. */
  readonly state: ListState;
  /** The state of each list. */
  readonly lists: Readonly<Record<Driver, ListState>>;
  retry(): void;
  cancel(): void;
}

/**
 * The revisions that helm stores in Secrets and ConfigMaps, live. Reads only their labels.
 * @param namespaces separated by commas; empty for all
 * @param name name of one release; default all
 */
export function useStoredRevisions(namespaces: string, name?: string): StoredRevisions {
  const { cluster, vocabulary } = useClusterScope();
  const labelSelector = name === undefined ? "owner=helm" : `owner=helm,name=${name}`;
  const query = { cluster: cluster.id, vocabulary, namespace: namespaces, labelSelector };
  const secrets = useResourceList({ ...query, type: SECRETS });
  const configMaps = useResourceList({ ...query, type: CONFIG_MAPS });
  const inSecrets = useRevisions(secrets, "secrets", name);
  const inConfigMaps = useRevisions(configMaps, "configmaps", name);
  const revisions = useMemo(() => [...inSecrets, ...inConfigMaps], [inSecrets, inConfigMaps]);
  return {
    revisions,
    state: worstState([secrets.state, configMaps.state]),
    lists: { secrets: secrets.state, configmaps: configMaps.state },
    retry: () => {
      secrets.retry();
      configMaps.retry();
    },
    cancel: () => {
      secrets.cancel();
      configMaps.cancel();
    },
  };
}

function useRevisions({ rows, version }: ResourceList, driver: Driver, name: string | undefined): StoredRevision[] {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are one Map for good; its version tells changes
  return useMemo(() => {
    const found: StoredRevision[] = [];
    for (const row of rows.values()) {
      const stored = storedRevision(row, driver);
      if (stored !== undefined && (name === undefined || stored.name === name)) found.push(stored);
    }
    return found;
  }, [rows, version, driver, name]);
}
