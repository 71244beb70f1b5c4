import type { PodTemplateSpec } from "kubernetes-types/core/v1";
import { equalInSteps } from "../../../../shared/collections/deepEqual.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import type { ApiClient, ResourceReference } from "../../../api/client/apiClient.ts";
import { decodedInSteps } from "../../../api/registry/strategies/narrow.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { ignoring } from "../ignoring.ts";
import { hashName } from "../pods/hashName.ts";
import { controlledBy } from "../pods/ownership.ts";

/** A stored controller revision: a former template of its owner. */
export interface Revision extends ApiObject {
  /** Beyond 2^53 a bigint. */
  readonly revision: number | bigint;
  readonly data?: { readonly spec?: { readonly template?: PodTemplateSpec & { readonly $patch?: string } } };
}

/** Maximum number of characters of the owner's name in a revision's name. */
const LONGEST_OWNER = 223;

/** The template that a revision contains. */
export function templateOf({ data }: Revision): PodTemplateSpec {
  const { $patch: _, ...template } = data?.spec?.template ?? {};
  return template;
}

/** Sorted from oldest to newest. */
export const inOrder = (revisions: readonly Revision[]): Revision[] =>
  [...revisions].sort(
    (a, b) =>
      compare(a.revision, b.revision) ||
      compare(a.metadata.creationTimestamp ?? "", b.metadata.creationTimestamp ?? "") ||
      compare(a.metadata.name ?? "", b.metadata.name ?? ""),
  );

/**
 * The number of the next revision. It overflows as a 64-bit integer does in the reference: after the largest one comes a
 * negative number, which the API refuses to store.
 */
export function nextNumber(revisions: readonly Revision[]): number | bigint {
  let largest: number | bigint = 0;
  for (const { revision } of revisions) if (revision > largest) largest = revision;
  const next = BigInt.asIntN(64, BigInt(largest) + 1n);
  return Number.isSafeInteger(Number(next)) ? Number(next) : next;
}

/** Reads stored revisions; yields to other work, because they may be many and large. */
export async function readRevisions(objects: readonly ApiObject[]): Promise<Revision[]> {
  const revisions: Revision[] = [];
  for (const object of objects) revisions.push(await inTurns(decodedInSteps<Revision>(object)));
  return revisions;
}

/**
 * The revisions with a template, newest first. As in the reference, the texts must be equal: an amount that is written
 * in another way makes another template.
 */
export async function revisionsWith(revisions: readonly Revision[], template: PodTemplateSpec): Promise<Revision[]> {
  const found: Revision[] = [];
  for (const revision of inOrder(revisions).reverse()) {
    if (await inTurns(equalInSteps(templateOf(revision), template))) found.push(revision);
  }
  return found;
}

export interface NewRevision {
  readonly owner: ApiObject;
  readonly template: PodTemplateSpec;
  readonly number: number | bigint;
  /** The label with the hash. */
  readonly hashLabel: string;
  /** The number of hash collisions between templates. */
  readonly collisions: number;
}

/** Stores the templates that the owners of pods had. */
export class RevisionStore {
  readonly #client: ApiClient;
  readonly #ref: ResourceReference;

  /** @param group of controller revisions */
  constructor(client: ApiClient, group: string) {
    this.#client = client;
    this.#ref = { group, version: "v1", resource: "controllerrevisions" };
  }

  /**
   * Stores a template under a name with its hash.
   * @returns the revision, and the new number of hash collisions
   * @throws ApiError
   */
  async create({
    owner,
    template,
    number,
    hashLabel,
    collisions,
  }: NewRevision): Promise<{ readonly revision: Revision; readonly collisions: number }> {
    const { name, namespace = "", annotations } = owner.metadata;
    for (let count = collisions; ; count++) {
      const hash = hashName(template, count);
      const made: Revision = {
        apiVersion: owner.apiVersion ?? "",
        kind: "ControllerRevision",
        metadata: {
          name: `${name?.slice(0, LONGEST_OWNER)}-${hash}`,
          namespace,
          labels: { ...template.metadata?.labels, [hashLabel]: hash },
          ...(annotations === undefined ? {} : { annotations }),
          ownerReferences: [controlledBy(owner)],
        },
        data: { spec: { template: { ...template, $patch: "replace" } } },
        revision: number,
      };
      try {
        return {
          revision: (await this.#client.create({ ...this.#ref, namespace }, made)) as Revision,
          collisions: count,
        };
      } catch (error) {
        if (!isApiError(error, "AlreadyExists")) throw error;
        const known = await readRevisions([
          await this.#client.get({ ...this.#ref, namespace, name: made.metadata.name ?? "" }),
        ]);
        const [revision] = await revisionsWith(known, template);
        if (revision !== undefined) return { revision, collisions: count };
      }
    }
  }

  /** Makes an old revision the newest again. @throws ApiError */
  async renumber(revision: Revision, number: number | bigint): Promise<Revision> {
    const { namespace = "", name = "" } = revision.metadata;
    return (await this.#client.update(
      { ...this.#ref, namespace, name },
      { ...revision, revision: number },
    )) as Revision;
  }

  /** Deletes the oldest revisions beyond a limit, except those in use. @throws ApiError */
  async truncate(
    revisions: readonly Revision[],
    isUsed: (revision: Revision) => boolean,
    limit: number,
  ): Promise<void> {
    const unused = inOrder(revisions).filter((revision) => !isUsed(revision));
    for (const { metadata } of unused.slice(0, Math.max(0, unused.length - limit))) {
      const { namespace = "", name = "" } = metadata;
      await ignoring(["NotFound"], this.#client.delete({ ...this.#ref, namespace, name }));
    }
  }
}

const compare = <T extends string | number | bigint>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);
