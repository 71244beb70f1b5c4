import type { PodTemplateSpec } from "kubernetes-types/core/v1";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import type { ApiClient, ResourceReference } from "../../../api/client/apiClient.ts";
import { ignoring } from "../ignoring.ts";
import { hashName } from "../pods/hashName.ts";
import { controlledBy } from "../pods/ownership.ts";

/** A stored controller revision: a former template of its owner. */
export interface Revision extends ApiObject {
  readonly revision: number;
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
      a.revision - b.revision ||
      compareTexts(a.metadata.creationTimestamp ?? "", b.metadata.creationTimestamp ?? "") ||
      compareTexts(a.metadata.name ?? "", b.metadata.name ?? ""),
  );

/** The number of the next revision. */
export const nextNumber = (revisions: readonly Revision[]): number =>
  Math.max(0, ...revisions.map(({ revision }) => revision)) + 1;

/** The revisions with a template, newest first. */
export const revisionsWith = (revisions: readonly Revision[], template: PodTemplateSpec): Revision[] =>
  inOrder(revisions)
    .reverse()
    .filter((revision) => deepEqual(plain(templateOf(revision)), plain(template)));

/** The newest revision with a template. */
export const revisionWith = (revisions: readonly Revision[], template: PodTemplateSpec): Revision | undefined =>
  revisionsWith(revisions, template)[0];

/** Drops null and undefined fields, for comparison. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null && member !== undefined)
      .map(([name, member]) => [name, plain(member)]),
  );
}

export interface NewRevision {
  readonly owner: ApiObject;
  readonly template: PodTemplateSpec;
  readonly number: number;
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
        const known = (await this.#client.get({ ...this.#ref, namespace, name: made.metadata.name ?? "" })) as Revision;
        if (revisionWith([known], template) !== undefined) return { revision: known, collisions: count };
      }
    }
  }

  /** Makes an old revision the newest again. @throws ApiError */
  async renumber(revision: Revision, number: number): Promise<Revision> {
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

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
