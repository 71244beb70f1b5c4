import type { PodTemplateSpec } from "kubernetes-types/core/v1";
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { InformedParts } from "../controller.ts";
import { controlledBy } from "./ownership.ts";

const PODS = { group: "", version: "v1", resource: "pods" };
/** Maximum length of an object's name. */
const LONGEST_NAME = 253;

/** Whether a write was refused because its namespace is being deleted, which is not a failure. */
export const isNamespaceTerminating = (error: unknown): boolean =>
  isApiError(error) && (error.status.details?.causes ?? []).some(({ reason }) => reason === "NamespaceTerminating");

/** A pod from a template, controlled by its owner. It shares parts with the template. */
export function podFromTemplate(template: PodTemplateSpec, owner: ApiObject): ApiObject {
  const { labels, annotations, finalizers } = template.metadata ?? {};
  const { name = "", namespace } = owner.metadata;
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      generateName: name.length < LONGEST_NAME ? `${name}-` : name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(labels === undefined ? {} : { labels: { ...labels } }),
      ...(annotations === undefined ? {} : { annotations: { ...annotations } }),
      ...(finalizers === undefined ? {} : { finalizers: [...finalizers] }),
      ownerReferences: [controlledBy(owner)],
    },
    spec: template.spec,
  };
}

/** Creates and deletes pods for owners, and reports both in Events about the owner. */
export class PodControl {
  readonly #parts: Pick<InformedParts, "client" | "recorder">;

  constructor(parts: Pick<InformedParts, "client" | "recorder">) {
    this.#parts = parts;
  }

  /** @throws ApiError when the pod is refused */
  async create(pod: ApiObject, owner: ApiObject): Promise<ApiObject> {
    const { client, recorder } = this.#parts;
    if (isEmptyMap(pod.metadata.labels ?? {})) throw new Error("unable to create pods, no labels");
    try {
      const created = await client.create({ ...PODS, namespace: owner.metadata.namespace }, pod);
      recorder.record(owner, "Normal", "SuccessfulCreate", `Created pod: ${created.metadata.name}`);
      return created;
    } catch (error) {
      if (!isNamespaceTerminating(error))
        recorder.record(owner, "Warning", "FailedCreate", `Error creating: ${messageOf(error)}`);
      throw error;
    }
  }

  /** Resolves to false when the pod was already gone. @throws Error with the reason why it could not be deleted */
  async delete(pod: ApiObject, owner: ApiObject): Promise<boolean> {
    const { client, recorder } = this.#parts;
    const { namespace, name } = pod.metadata;
    try {
      await client.delete({ ...PODS, namespace, name });
    } catch (error) {
      if (isApiError(error, "NotFound")) return false;
      recorder.record(owner, "Warning", "FailedDelete", `Error deleting: ${messageOf(error)}`);
      throw new Error(`unable to delete pods: ${messageOf(error)}`, { cause: error });
    }
    recorder.record(owner, "Normal", "SuccessfulDelete", `Deleted pod: ${name}`);
    return true;
  }
}

/**
 * Repeats an action a number of times, in growing concurrent batches: 1, 2, 4 … If all attempts would fail, this shows
 * after the first few.
 * @param most maximum size of a batch
 * @returns the number of successes, and the first error: after a batch with an error, no further one is started
 */
export async function slowStart(
  count: number,
  work: (index: number) => Promise<unknown>,
  most = Number.POSITIVE_INFINITY,
): Promise<{ readonly done: number; readonly error?: unknown }> {
  let done = 0;
  let begun = 0;
  for (let batch = Math.min(1, count); batch > 0; batch = Math.min(2 * batch, count - begun, most)) {
    const from = begun;
    begun += batch;
    const results = await Promise.allSettled(Array.from({ length: batch }, (_, i) => work(from + i)));
    done += results.filter(({ status }) => status === "fulfilled").length;
    const failed = results.find((result) => result.status === "rejected");
    if (failed !== undefined) return { done, error: failed.reason };
  }
  return { done };
}
