import type { ApiObject } from "../../../shared/object.ts";
import { alreadyExists, conflict, notFound } from "../../../shared/status.ts";
import type {
  ApiClient,
  DeleteOptions,
  ListOptions,
  ResourceReference,
  ServedResource,
  WatchEvent,
} from "../../api/client/apiClient.ts";

/** One recorded call of a memory client, for assertions. */
export interface RecordedCall {
  readonly verb: string;
  readonly ref: ResourceReference;
}

export interface MemoryClient extends ApiClient {
  /** Every write, in order. */
  readonly calls: RecordedCall[];
  /** Makes the next calls with a verb fail. */
  failNext(verb: string, error: Error, times?: number): void;
}

const ALL_VERBS = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

/** A served resource with all verbs, for {@link memoryClient}. */
export const served = (group: string, resource: string, kind: string, namespaced = true): ServedResource => ({
  group,
  version: "v1",
  resource,
  kind,
  namespaced,
  verbs: ALL_VERBS,
  preferred: true,
});

/**
 * An in-memory API for controllers' tests: objects with uid and resourceVersion, optimistic locking, finalizers
 * (including those of propagation policies), and watches. Field selectors support `metadata.name` and `type`; label
 * selectors and paging are not supported.
 */
export function memoryClient(resources: readonly ServedResource[] = []): MemoryClient {
  const objects = new Map<string, ApiObject>();
  const watchers = new Set<(key: string, event: WatchEvent) => void>();
  const calls: RecordedCall[] = [];
  const failures = new Map<string, Error[]>();
  let revision = 1;

  const prefix = (ref: ResourceReference): string => `${ref.group}/${ref.resource}/`;
  const keyOf = (ref: ResourceReference, object?: ApiObject): string =>
    `${prefix(ref)}${ref.namespace ?? object?.metadata.namespace ?? ""}/${ref.name ?? object?.metadata.name}`;
  const record = (verb: string, ref: ResourceReference): void => {
    calls.push({ verb, ref });
    const failure = failures.get(verb)?.shift();
    if (failure !== undefined) throw failure;
  };
  const tell = (key: string, type: WatchEvent["type"], object: ApiObject): void => {
    for (const watcher of [...watchers]) watcher(key, { type, object });
  };
  const store = (key: string, object: ApiObject, type: "ADDED" | "MODIFIED"): ApiObject => {
    const stored = structuredClone(object);
    stored.metadata.resourceVersion = String(++revision);
    objects.set(key, stored);
    const finalizers = (stored["spec"] as { finalizers?: string[] } | undefined)?.finalizers ?? [];
    const held = (stored.metadata.finalizers ?? []).length + finalizers.length;
    if (stored.metadata.deletionTimestamp !== undefined && held === 0) {
      objects.delete(key);
      tell(key, "DELETED", stored);
    } else tell(key, type, stored);
    return structuredClone(stored);
  };
  const find = (ref: ResourceReference): ApiObject => {
    const object = objects.get(keyOf(ref));
    if (object === undefined) throw notFound(ref, ref.name ?? "");
    return object;
  };
  const matches = (ref: ResourceReference, key: string, options?: ListOptions, object?: ApiObject): boolean => {
    if (!key.startsWith(prefix(ref))) return false;
    const [namespace = "", name = ""] = key.slice(prefix(ref).length).split("/");
    if (ref.namespace !== undefined && ref.namespace !== "" && ref.namespace !== namespace) return false;
    const [, field, value] = /^(metadata\.name|type)=(.*)$/.exec(options?.fieldSelector ?? "") ?? [];
    if (field === undefined) return true;
    return value === (field === "type" ? (object ?? objects.get(key))?.["type"] : name);
  };

  const client: MemoryClient = {
    calls,
    failNext(verb, error, times = 1) {
      failures.set(verb, [...(failures.get(verb) ?? []), ...Array.from({ length: times }, () => error)]);
    },
    async get(ref) {
      return structuredClone(find(ref));
    },
    async list(ref, options) {
      const items = [...objects]
        .filter(([key]) => matches(ref, key, options))
        .map(([, object]) => structuredClone(object));
      return { items, resourceVersion: String(revision) };
    },
    async *watch(ref, options) {
      const queue: WatchEvent[] = [];
      let wake: () => void = () => undefined;
      const onEvent = (key: string, event: WatchEvent): void => {
        if (!matches(ref, key, options, event.object)) return;
        queue.push(structuredClone(event));
        wake();
      };
      watchers.add(onEvent);
      try {
        // Deliver what changed between the list and this watch.
        for (const [key, object] of objects) {
          const newer = Number(object.metadata.resourceVersion) > Number(options.resourceVersion ?? "0");
          if (newer && matches(ref, key, options)) queue.push({ type: "MODIFIED", object: structuredClone(object) });
        }
        options.signal.addEventListener("abort", () => wake());
        while (!options.signal.aborted) {
          const event = queue.shift();
          if (event !== undefined) yield event;
          else
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
        }
      } finally {
        watchers.delete(onEvent);
      }
    },
    async create(ref, object) {
      record("create", ref);
      const key = keyOf(ref, object);
      if (objects.has(key)) throw alreadyExists(ref, object.metadata.name ?? "");
      const created = structuredClone(object);
      created.metadata.uid = `uid-${revision + 1}`;
      if (ref.namespace) created.metadata.namespace = ref.namespace;
      return store(key, created, "ADDED");
    },
    async update(ref, object) {
      record(ref.subresource === undefined ? "update" : `update/${ref.subresource}`, ref);
      const old = find(ref);
      const version = object.metadata.resourceVersion;
      if (version !== undefined && version !== old.metadata.resourceVersion) {
        throw conflict(ref, ref.name ?? "", "the object has been modified");
      }
      if (ref.subresource === "status" || ref.subresource === "approval") {
        return store(keyOf(ref), { ...old, status: object["status"] }, "MODIFIED");
      }
      return store(keyOf(ref), object, "MODIFIED");
    },
    async patch(ref, patch) {
      record("patch", ref);
      const old = find(ref);
      const { uid, resourceVersion } = (patch["metadata"] ?? {}) as ApiObject["metadata"];
      checkState(ref, old, { uid, resourceVersion });
      return store(keyOf(ref), mergePatch(old, patch) as ApiObject, "MODIFIED");
    },
    /** There are no field owners here: applied fields replace those of the same name, and all others stay. */
    async apply(ref, { metadata: _, ...fields }) {
      record("patch", ref);
      return store(keyOf(ref), { ...find(ref), ...fields }, "MODIFIED");
    },
    async delete(ref, options) {
      record("delete", ref);
      const object = find(ref);
      checkState(ref, object, options);
      remove(keyOf(ref), object, options?.propagationPolicy);
    },
    async deleteCollection(ref, options) {
      record("deletecollection", ref);
      for (const [key, object] of [...objects])
        if (matches(ref, key, options)) remove(key, object, options?.propagationPolicy);
    },
    resources: () => resources,
  };

  function remove(key: string, object: ApiObject, policy: DeleteOptions["propagationPolicy"]): void {
    const spec = object["spec"] as { finalizers?: string[] } | undefined;
    const before = object.metadata.finalizers ?? [];
    const finalizers = finalizersAfter(before, policy);
    if (finalizers.length + (spec?.finalizers ?? []).length > 0) {
      if (object.metadata.deletionTimestamp === undefined || finalizers.length !== before.length) {
        const metadata = { ...object.metadata, finalizers, deletionTimestamp: "2026-01-01T00:00:00Z" };
        store(key, { ...object, metadata }, "MODIFIED");
      }
      return;
    }
    objects.delete(key);
    tell(key, "DELETED", object);
  }

  return client;
}

const POLICY_FINALIZERS = { Background: undefined, Orphan: "orphan", Foreground: "foregroundDeletion" };

/** The finalizers of an object after applying a propagation policy. */
function finalizersAfter(finalizers: readonly string[], policy: DeleteOptions["propagationPolicy"]): string[] {
  if (policy === undefined) return [...finalizers];
  const own = POLICY_FINALIZERS[policy];
  const kept = finalizers.filter((item) => item !== "orphan" && item !== "foregroundDeletion");
  return own === undefined ? kept : [...kept, own];
}

/** @throws ApiError 409 when an object's uid or version is not the expected one */
function checkState(ref: ResourceReference, object: ApiObject, expected: DeleteOptions = {}): void {
  for (const part of ["uid", "resourceVersion"] as const) {
    if (expected[part] !== undefined && expected[part] !== object.metadata[part]) {
      throw conflict(ref, ref.name ?? "", `the ${part} is another`);
    }
  }
}

function mergePatch(target: unknown, patch: unknown): unknown {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const result: Record<string, unknown> = { ...(target as Record<string, unknown>) };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = mergePatch(result[key], value);
  }
  return result;
}
