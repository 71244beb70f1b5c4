/** Deletes the objects of a custom resource definition before the definition itself. */
import { isApiError } from "../../../shared/status.ts";
import { timestamp } from "../../../shared/time.ts";
import { deleteObject } from "../registry/deletion/deletion.ts";
import type { Resource } from "../registry/resource.ts";
import type { Services } from "../registry/services.ts";
import type { WriteContext } from "../registry/strategy.ts";
import { updateObject } from "../registry/write/updateObject.ts";
import { CLEANUP_FINALIZER, type Definition, type DefinitionStatus } from "./definition.ts";
import { withCondition } from "./definitionNames.ts";

export interface CleanupParts {
  readonly services: Services;
  /** The resource of definitions. */
  readonly definitions: Resource;
  /** The current definition; undefined when it is gone. */
  definition(): Definition | undefined;
  /** Its resources that are still served. */
  resources(): readonly Resource[];
  /** Aborts when waiting has become pointless. */
  readonly signal: AbortSignal;
  context(namespace: string): WriteContext;
  writeStatus(change: (definition: Definition) => DefinitionStatus): Promise<void>;
}

/**
 * Deletes all objects, waits until finalizers have released the last one, and removes the definition's own finalizer.
 */
export async function cleanUp(parts: CleanupParts): Promise<void> {
  const definition = parts.definition();
  if (definition === undefined) return;
  const { services } = parts;
  const finalizer = services.vocabulary.render(CLEANUP_FINALIZER);
  if (definition.metadata.finalizers?.includes(finalizer) !== true) return;
  const { group, names } = definition.spec;
  const cache = services.hub.cache({ group, resource: names.plural });
  const resources = parts.resources();
  if (resources.length > 0 && cache.count() > 0) {
    await condition(parts, "InstanceDeletionInProgress", "CustomResource deletion is in progress");
    await deleteAll(parts, resources, cache);
    await emptied(cache, parts.signal);
  }
  if (cache.count() > 0) return;
  await condition(parts, "InstanceDeletionCompleted", "removed all instances");
  await releaseDefinition(parts, finalizer);
}

async function deleteAll(
  { services, context }: CleanupParts,
  resources: readonly Resource[],
  cache: Resource["cache"],
): Promise<void> {
  for (const { object } of [...cache.range()]) {
    const { name = "", namespace = "" } = object.metadata;
    // At the version it is stored at, an object can be deleted without conversion.
    const resource = resources.find(({ apiVersion }) => apiVersion === object.apiVersion) ?? resources[0];
    if (resource === undefined) return;
    const { strategy } = resource.definition;
    try {
      await deleteObject(
        services,
        { resource, subresource: "", context: context(namespace), name, options: {}, strategy },
        { dryRun: false },
      );
    } catch (error) {
      if (!isApiError(error, "NotFound")) throw error;
    }
  }
}

/** Resolves when the cache is empty or the signal aborts. */
function emptied(cache: Resource["cache"], signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      stop();
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const look = (): void => {
      if (cache.count() === 0) finish();
    };
    const stop = cache.follow({ onEvent: look, onLost: look });
    signal.addEventListener("abort", finish);
    if (cache.count() === 0 || signal.aborted) finish();
  });
}

/** Reports the progress of the cleanup in the definition's status. */
async function condition({ services, writeStatus }: CleanupParts, reason: string, message: string): Promise<void> {
  const time = timestamp(services.now());
  const status = reason === "InstanceDeletionCompleted" ? "False" : "True";
  await writeStatus((definition) => ({
    ...definition.status,
    conditions: withCondition(
      definition.status?.conditions ?? [],
      { type: "Terminating", status, reason, message },
      time,
    ),
  }));
}

async function releaseDefinition(parts: CleanupParts, finalizer: string): Promise<void> {
  const { services, definitions: resource } = parts;
  const name = parts.definition()?.metadata.name ?? "";
  const { strategy } = resource.definition;
  await updateObject(
    services,
    { resource, subresource: "", context: parts.context(""), name, options: {}, strategy },
    {
      versioned: false,
      createIfMissing: false,
      transform: (existing) => {
        const next = structuredClone(existing?.object ?? { metadata: {} });
        next.metadata.finalizers = (next.metadata.finalizers ?? []).filter((each) => each !== finalizer);
        if (next.metadata.finalizers.length === 0) delete next.metadata.finalizers;
        return next;
      },
    },
  );
}
