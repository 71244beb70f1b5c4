import type { ApiObject, GroupResource } from "../../../../shared/object.ts";
import { finished } from "../../../../shared/steps.ts";
import type { ObjectChange, ObjectReader } from "../../../store/cache/reader.ts";

/** An ObjectReader for tests: changes are visible and reported to followers immediately. */
export interface MemoryReader extends ObjectReader {
  put(resource: GroupResource, object: ApiObject): void;
  remove(resource: GroupResource, namespace: string, name: string): void;
}

interface Follower {
  readonly onChange: (change: ObjectChange) => void;
  readonly restart: (() => void) | undefined;
}

/** An object with a member whose first `times` reads throw, to make an index fail. */
export function brittle(object: ApiObject, member: string, value: unknown, times: number): ApiObject {
  let left = times;
  return Object.defineProperty(object, member, {
    enumerable: true,
    get() {
      if (left-- > 0) throw new Error("brittle");
      return value;
    },
  });
}

export function memoryReader(): MemoryReader {
  const tables = new Map<string, Map<string, ApiObject>>();
  const followers = new Map<string, Set<Follower>>();
  const id = (resource: GroupResource): string => `${resource.group}/${resource.resource}`;
  const table = (resource: GroupResource): Map<string, ApiObject> => {
    const found = tables.get(id(resource)) ?? new Map<string, ApiObject>();
    tables.set(id(resource), found);
    return found;
  };
  const tell = (resource: GroupResource, change: ObjectChange): void => {
    for (const { onChange, restart } of followers.get(id(resource)) ?? []) {
      try {
        onChange(change);
      } catch (error) {
        if (restart === undefined) throw error;
        restart();
      }
    }
  };
  const list = (resource: GroupResource, namespace: string | undefined): ApiObject[] =>
    [...table(resource).entries()]
      .filter(([key]) => namespace === undefined || key.startsWith(`${namespace}/`))
      .map(([, object]) => object);
  return {
    fresh: () => undefined,
    get: (resource, namespace, name) => table(resource).get(`${namespace}/${name}`),
    getInSteps: (resource, namespace, name) => finished(table(resource).get(`${namespace}/${name}`)),
    hasAny: (resource, namespace) => list(resource, namespace).length > 0,
    list,
    eachInSteps(resource, namespace, take) {
      for (const object of list(resource, namespace)) take(object);
      return finished(undefined);
    },
    follow(resource, onChange, restart) {
      const set = followers.get(id(resource)) ?? new Set();
      const follower = { onChange, restart };
      followers.set(id(resource), set.add(follower));
      return () => set.delete(follower);
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
