import { append } from "../../../shared/collections/append.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { bindingFromObject, roleFromObject } from "../../../shared/rbac/decode.ts";
import type { AccessModel } from "../../../shared/rbac/types.ts";
import type { ApiConnection } from "./apiConnection.ts";
import { refusedText } from "./commandError.ts";

const PAGE = 500;

/** The roles and bindings that the caller may see. */
export interface VisibleModel {
  readonly model: AccessModel;
  /** What could not be read, in words: `rolebindings outside the namespace "dev"`. Empty when everything was read. */
  readonly hidden: readonly string[];
  /** Whether all roles and bindings that apply to the namespace were read. */
  readonly complete: boolean;
}

const RESOURCES = ["clusterroles", "clusterrolebindings", "roles", "rolebindings"];

/**
 * Reads roles and bindings: those of the cluster, and those of all namespaces or, if the caller may not read those, of
 * the given one.
 * @param namespace `""` for none
 * @throws ConnectionError
 */
export async function readAccessModel(api: ApiConnection, group: string, namespace: string): Promise<VisibleModel> {
  /** By resource: they are requested concurrently, but reported in a fixed order. */
  const hidden = new Map<string, string>();
  let complete = true;
  const root = `/apis/${group}/v1`;
  const read = async (resource: string): Promise<ApiObject[]> => {
    const everywhere = await listAll(api, `${root}/${resource}`);
    if (Array.isArray(everywhere)) return everywhere;
    if (!resource.startsWith("cluster") && namespace !== "") {
      const here = await listAll(api, `${root}/namespaces/${encodeURIComponent(namespace)}/${resource}`);
      if (Array.isArray(here)) {
        hidden.set(resource, `${resource} outside the namespace ${JSON.stringify(namespace)}`);
        return here;
      }
    }
    // Without a namespace, only cluster role bindings apply.
    if (resource.startsWith("cluster") || namespace !== "") complete = false;
    hidden.set(resource, `${resource} (${everywhere})`);
    return [];
  };
  const [clusterRoles, clusterBindings, roles, bindings] = await Promise.all(RESOURCES.map(read));
  return {
    model: {
      roles: [...(clusterRoles ?? []), ...(roles ?? [])].map(roleFromObject),
      bindings: [...(clusterBindings ?? []), ...(bindings ?? [])].map(bindingFromObject),
    },
    hidden: RESOURCES.flatMap((resource) => hidden.get(resource) ?? []),
    complete,
  };
}

/** All items of a list, read page by page, or the reason why it is refused. */
async function listAll(api: ApiConnection, path: string): Promise<ApiObject[] | string> {
  const items: ApiObject[] = [];
  let token = "";
  do {
    const query = new URLSearchParams({ limit: String(PAGE), ...(token === "" ? {} : { continue: token }) });
    const answer = await api.get(`${path}?${query}`);
    if (answer.status !== 200) return refusedText(answer);
    const page = answer.body as { items?: ApiObject[] | null; metadata?: { continue?: string } };
    append(items, page.items ?? []);
    token = page.metadata?.continue ?? "";
  } while (token !== "");
  return items;
}
