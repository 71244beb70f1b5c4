import type { ApiObject, GroupResource } from "../../../shared/object.ts";
import type { ObjectChange, ObjectReader } from "../../cache/reader.ts";

/** An ObjectReader for tests: what is put is there at once, and followers hear of it at once. */
export interface MemoryReader extends ObjectReader {
  put(resource: GroupResource, object: ApiObject): void;
  remove(resource: GroupResource, namespace: string, name: string): void;
}

export function memoryReader(): MemoryReader {
  const tables = new Map<string, Map<string, ApiObject>>();
  const followers = new Map<string, Set<(change: ObjectChange) => void>>();
  const id = (resource: GroupResource): string => `${resource.group}/${resource.resource}`;
  const table = (resource: GroupResource): Map<string, ApiObject> => {
    const found = tables.get(id(resource)) ?? new Map<string, ApiObject>();
    tables.set(id(resource), found);
    return found;
  };
  const tell = (resource: GroupResource, change: ObjectChange): void => {
    for (const follower of followers.get(id(resource)) ?? []) follower(change);
  };
  return {
    get: (resource, namespace, name) => table(resource).get(`${namespace}/${name}`),
    list: (resource, namespace) =>
      [...table(resource).entries()]
        .filter(([key]) => namespace === undefined || key.startsWith(`${namespace}/`))
        .map(([, object]) => object),
    follow(resource, onChange) {
      const set = followers.get(id(resource)) ?? new Set();
      followers.set(id(resource), set.add(onChange));
      return () => set.delete(onChange);
    },
    put(resource, object) {
      const key = `${object.metadata.namespace ?? ""}/${object.metadata.name}`;
      const previous = table(resource).get(key);
      table(resource).set(key, object);
      tell(resource, { type: previous === undefined ? "added" : "modified", object, previous });
    },
    remove(resource, namespace, name) {
      const object = table(resource).get(`${namespace}/${name}`);
      if (object === undefined) return;
      table(resource).delete(`${namespace}/${name}`);
      tell(resource, { type: "deleted", object, previous: object });
    },
  };
}
