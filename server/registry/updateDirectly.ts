import { stringifyJson } from "../../shared/json/stringifyJson.ts";
import type { ApiObject } from "../../shared/object.ts";
import { conflict, notFound } from "../../shared/status.ts";
import { withResourceVersion } from "../cache/cachedObject.ts";
import type { Storage } from "../storage/storage.ts";
import type { Resource } from "./resource.ts";
import { readExisting, toStored } from "./write.ts";

const ATTEMPTS = 5;

/**
 * Changes a stored object on the server's own account, as sub-resources such as binding do: no admission, no validation, no
 * change of ownership; starts over when somebody else was faster. With `dryRun` nothing is stored.
 *
 * @param change returns the new object and must not alter its argument; what it throws is passed on
 * @throws ApiError 404, 409
 */
export async function updateDirectly(
  storage: Storage,
  resource: Resource,
  at: { readonly namespace: string; readonly name: string; readonly dryRun: boolean },
  change: (object: ApiObject) => ApiObject,
): Promise<ApiObject> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const existing = readExisting(resource, at.namespace, at.name);
    if (existing === undefined) throw notFound(resource, at.name);
    const next = change(existing.object);
    if (at.dryRun) return next;
    const stored = toStored(resource, next);
    const result = await storage.commit([
      {
        type: "put",
        key: resource.key(at.namespace, at.name),
        value: stringifyJson(stored),
        guard: { modRevision: existing.revision },
        attachment: stored,
      },
    ]);
    if (result.ok) return resource.fromStorage(withResourceVersion(stored, result.revision));
  }
  throw conflict(
    resource,
    at.name,
    "the object has been modified; please apply your changes to the latest version and try again",
  );
}
