/** Custom resource definitions at work: what they declare is served as long as they stand. */
import { setMaxListeners } from "node:events";
import type { ApiObject } from "../../shared/object.ts";
import { isApiError } from "../../shared/status.ts";
import { timestamp } from "../../shared/time.ts";
import { trackUpdate } from "../apply/fieldManager.ts";
import { GROUP_MASTERS, type Identity } from "../authentication/identity.ts";
import type { Services } from "../endpoints/services.ts";
import type { Resource } from "../registry/resource.ts";
import type { WriteContext } from "../registry/strategy.ts";
import { updateObject } from "../registry/updateObject.ts";
import { inTurns } from "../turns.ts";
import { customResources, isServed } from "./customResource.ts";
import { asDefinition, DEFINITIONS, type Definition, type DefinitionStatus } from "./definition.ts";
import { cleanUp } from "./definitionCleanup.ts";
import { acceptNames } from "./definitionNames.ts";
import { compareVersions } from "./versionOrder.ts";

export interface ExtensionsOptions {
  readonly services: Services;
  readonly onError: (error: unknown) => void;
}

/** What is served for one definition. */
interface Serving {
  /** Changes when something that matters to serving does. */
  readonly signature: string;
  readonly resources: readonly Resource[];
  readonly end: AbortController;
}

/**
 * Follows the definitions. Names are accepted and status is written by the server itself, so that all of it happens whether
 * or not controllers run.
 */
export class Extensions {
  readonly #services: Services;
  readonly #onError: (error: unknown) => void;
  readonly #definitions: Resource;
  readonly #identity: Identity = { username: "system:apiserver", groups: [GROUP_MASTERS], extra: {} };
  readonly #serving = new Map<string, Serving>();
  /** Definitions whose objects are being deleted; aborted when they are gone. */
  readonly #cleaning = new Map<string, AbortController>();
  #stopFollowing: (() => void) | undefined;
  #working: Promise<void> = Promise.resolve();

  constructor(options: ExtensionsOptions) {
    const { vocabulary, catalog } = options.services;
    const { group, version, resource } = DEFINITIONS;
    const definitions = catalog.find(vocabulary.render(group), version, resource);
    if (definitions === undefined) throw new Error("custom resource definitions are not served");
    this.#services = options.services;
    this.#onError = options.onError;
    this.#definitions = definitions;
  }

  /** Serves what stored definitions declare, and follows them from here on. */
  async start(): Promise<void> {
    for (const definition of this.#stored()) this.#serve(definition);
    this.#publish();
    this.#stopFollowing = this.#services.hub.follow(this.#place(), (change) => {
      const definition = asDefinition(change.object);
      if (change.type === "deleted") this.#forget(definition.metadata.name ?? "");
      else this.#serve(definition, this.#services.hub.revision);
      this.#publish();
      this.#work();
    });
    this.#work();
    await this.settled();
  }

  stop(): void {
    this.#stopFollowing?.();
    for (const { end } of this.#serving.values()) end.abort();
    for (const end of this.#cleaning.values()) end.abort();
  }

  /** Resolves when names and conditions of all definitions are written down. */
  async settled(): Promise<void> {
    let seen: Promise<void> | undefined;
    while (seen !== this.#working) {
      seen = this.#working;
      await seen;
    }
  }

  #place(): { group: string; resource: string } {
    return { group: this.#definitions.group, resource: this.#definitions.resource };
  }

  #stored(): Definition[] {
    return [...this.#services.hub.list(this.#place())].map(asDefinition);
  }

  /** Brings what is served for a definition up to date. @param since watches from before this revision must start over */
  #serve(definition: Definition, since?: number): void {
    const name = definition.metadata.name ?? "";
    if (!isServed(definition)) {
      this.#remove(name);
      return;
    }
    const { uid, generation, deletionTimestamp } = definition.metadata;
    const signature = JSON.stringify([uid, generation, deletionTimestamp !== undefined]);
    const known = this.#serving.get(name);
    if (known?.signature === signature) return;
    known?.end.abort();
    const end = new AbortController();
    // Every watch of the resource listens.
    setMaxListeners(0, end.signal);
    const { vocabulary, schema, hub } = this.#services;
    const resources = customResources(definition, { vocabulary, schema, hub, ended: end.signal });
    if (known === undefined && since !== undefined) for (const { cache } of resources) cache.window.compact(since);
    this.#serving.set(name, { signature, resources, end });
  }

  /** A definition is gone, whatever became of its objects. */
  #forget(name: string): void {
    this.#remove(name);
    this.#cleaning.get(name)?.abort();
    this.#cleaning.delete(name);
  }

  #remove(name: string): void {
    this.#serving.get(name)?.end.abort();
    this.#serving.delete(name);
  }

  /** Custom groups follow the built-in ones, by name; the versions of a group from the newest stable one down. */
  #publish(): void {
    const resources = [...this.#serving.values()].flatMap((serving) => serving.resources);
    const ordered = resources.toSorted((a, b) => compare(a.group, b.group) || compareVersions(a.version, b.version));
    this.#services.catalog.replaceCustom(ordered);
  }

  /** Queues one round of work over all definitions. */
  #work(): void {
    this.#working = this.#working.then(async () => {
      for (const definition of this.#stored()) {
        try {
          await this.#settle(definition);
        } catch (error) {
          if (!isApiError(error, "NotFound")) this.#onError(error);
        }
      }
    });
  }

  async #settle(definition: Definition): Promise<void> {
    const { name = "", deletionTimestamp } = definition.metadata;
    if (deletionTimestamp !== undefined) {
      this.#clean(name);
      return;
    }
    const others = this.#stored().filter(
      ({ metadata, spec }) => spec.group === definition.spec.group && metadata.name !== name,
    );
    const { vocabulary, now } = this.#services;
    const status = acceptNames(definition, others, timestamp(now()), vocabulary);
    if (status !== definition.status) await this.#writeStatus(name, () => status);
  }

  /** Deletes the objects of a definition that is going, and then lets it go. Runs beside everything else. */
  #clean(name: string): void {
    if (this.#cleaning.has(name)) return;
    const end = new AbortController();
    this.#cleaning.set(name, end);
    const stored = (): Definition | undefined => this.#stored().find(({ metadata }) => metadata.name === name);
    cleanUp({
      services: this.#services,
      definitions: this.#definitions,
      definition: stored,
      signal: end.signal,
      resources: () => this.#serving.get(name)?.resources ?? [],
      context: (namespace) => this.#context(namespace),
      writeStatus: (change) => this.#writeStatus(name, change),
    })
      .catch(this.#onError)
      .finally(() => {
        if (this.#cleaning.get(name) === end) this.#cleaning.delete(name);
      });
  }

  async #writeStatus(name: string, change: (definition: Definition) => DefinitionStatus): Promise<void> {
    const resource = this.#definitions;
    const strategy = resource.subresources.get("status")?.strategy ?? resource.definition.strategy;
    const { vocabulary, now } = this.#services;
    await updateObject(
      this.#services,
      { resource, subresource: "status", context: this.#context(""), name, options: {}, strategy },
      {
        retry: true,
        createIfMissing: false,
        transform: (existing) => {
          const live = existing?.object as ApiObject;
          const next: ApiObject = structuredClone({ ...live, status: change(asDefinition(live)) });
          return inTurns(
            trackUpdate({
              live,
              next,
              node: resource.node,
              apiVersion: resource.apiVersion,
              manager: vocabulary.render("{prefix}-apiserver"),
              subresource: "status",
              now: now(),
            }),
          );
        },
      },
    );
  }

  #context(namespace: string): WriteContext {
    const { vocabulary, now, hub, allocators, authorizer } = this.#services;
    const user = this.#identity;
    return { vocabulary, user, now, dryRun: false, namespace, reader: hub, allocators, authorizer, warn: () => {} };
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
