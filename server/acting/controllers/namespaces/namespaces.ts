import type { ApiObject } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import { isOn } from "../../../api/registry/features.ts";
import { splitKey } from "../../informers/objectKey.ts";
import { type ControllerParts, type RunningController, startController } from "../controller.ts";
import { conditionsOf, mergeConditions, type NamespaceStatus } from "./namespaceConditions.ts";
import { emptyNamespace } from "./namespaceContent.ts";

const NAMESPACES = { group: "", version: "v1", resource: "namespaces" };
/**
 * Shortest and longest time until remaining content (with finalizers or grace periods) or unknown content is checked
 * again, in milliseconds. The longest is the reference's wait for finalizers.
 */
const AGAIN = 2_000;
const LONGEST_AGAIN = 8_000;
/** Maximum delay before a failed round is retried, in milliseconds. */
const LONGEST_DELAY = 60_000;

interface NamespaceSpec {
  finalizers?: string[];
}

const finalizersOf = (namespace: ApiObject): readonly string[] =>
  ((namespace["spec"] ?? {}) as NamespaceSpec).finalizers ?? [];

/** Whether a namespace is being deleted. */
export const isTerminating = (namespace: ApiObject): boolean => namespace.metadata.deletionTimestamp !== undefined;

/**
 * Milliseconds until a namespace that is not empty yet is checked again. The longer its deletion takes already, the
 * longer it waits, so that many namespaces that cannot be emptied cost little.
 * @param now milliseconds since the epoch
 */
export function untilNextCheck(namespace: ApiObject, now: number): number {
  return Math.min(Math.max(AGAIN, timeSinceDeletion(namespace, now) / 4), LONGEST_AGAIN);
}

/** Milliseconds since the deletion of a namespace was requested. @param now milliseconds since the epoch */
const timeSinceDeletion = ({ metadata }: ApiObject, now: number): number =>
  now - Date.parse(metadata.deletionTimestamp ?? "") || 0;

/**
 * Empties namespaces that are being deleted: deletes all objects of all namespaced resources, reports in status
 * conditions what is left, and removes the namespace's finalizer when nothing is left. While an aggregated server is
 * unreachable, the controller cannot know whether something is left.
 */
export function namespaceController(parts: ControllerParts): RunningController {
  const { client, behind, features, vocabulary } = parts;
  const clients = behind === undefined ? [client] : [client, behind.client];
  const podsFirst = isOn(features, "OrderedNamespaceDeletion");
  const finalizer = vocabulary.render("{product}");

  const reconcile = async (name: string): Promise<{ requeueAfter: number } | undefined> => {
    const namespace = await client.get({ ...NAMESPACES, name });
    // Also a namespace that only the finalizers of others still keep is emptied.
    if (!isTerminating(namespace) || finalizersOf(namespace).length === 0) return undefined;

    const unknown = behind?.unknown() ?? [];
    const elapsed = timeSinceDeletion(namespace, parts.now());
    const outcome = await emptyNamespace(clients, name, { podsFirst, elapsed });
    const current = await reportStatus(name, namespace, conditionsOf(outcome, vocabulary.prefix, unknown));
    const isEmpty = outcome.remaining.length === 0 && outcome.failures.length === 0;
    if (!isEmpty || unknown.length > 0) return { requeueAfter: untilNextCheck(namespace, parts.now()) };

    const finalizers = new Set(finalizersOf(current));
    if (!finalizers.delete(finalizer)) return undefined;
    const spec = { ...(current["spec"] as NamespaceSpec), finalizers: [...finalizers].sort() };
    await client.update({ ...NAMESPACES, name, subresource: "finalize" }, { ...current, spec });
    return undefined;
  };

  const reportStatus = async (
    name: string,
    namespace: ApiObject,
    conditions: ReturnType<typeof conditionsOf>,
  ): Promise<ApiObject> => {
    const status = (namespace["status"] ?? {}) as NamespaceStatus;
    const merged = mergeConditions(status.conditions ?? [], conditions, parts.now());
    if (merged === undefined && status.phase === "Terminating") return namespace;
    const next = { ...namespace, status: { phase: "Terminating", conditions: merged ?? status.conditions } };
    return client.update({ ...NAMESPACES, name, subresource: "status" }, next);
  };

  return startController(parts, {
    longestDelay: LONGEST_DELAY,
    sources: [{ ref: NAMESPACES, keys: (object) => (isTerminating(object) ? [`/${object.metadata.name}`] : []) }],
    async reconcile(key) {
      try {
        return await reconcile(splitKey(key).name);
      } catch (error) {
        if (isApiError(error, "NotFound")) return undefined;
        throw error;
      }
    },
  });
}
