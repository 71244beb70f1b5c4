/** Serves the resources of custom resource definitions while these exist. */

import type { ApiObject } from "../../../shared/object.ts";
import { isApiError } from "../../../shared/status.ts";
import { timestamp } from "../../../shared/time.ts";
import { GROUP_MASTERS, type Identity } from "../../ground/rights/identity.ts";
import { sharedAbort } from "../../ground/timing/signals.ts";
import { systemTimers, type Timers } from "../../ground/timing/timers.ts";
import { WorkQueue } from "../../ground/timing/workQueue.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import { trackUpdate } from "../../model/apply/fieldManager.ts";
import { forEachIsolated } from "../../store/cache/forEachIsolated.ts";
import type { ObjectChange } from "../../store/cache/reader.ts";
import type { Resource } from "../registry/resource.ts";
import type { Services } from "../registry/services.ts";
import type { WriteContext } from "../registry/strategy.ts";
import { updateObject } from "../registry/write/updateObject.ts";
import { type ConversionClient, noConversionClient } from "./conversion/conversionClient.ts";
import { customResources, isServed } from "./custom/customResource.ts";
import {
  asDefinition,
  DEFINITIONS,
  type Definition,
  type DefinitionNames,
  type DefinitionStatus,
} from "./definition.ts";
import { cleanUp } from "./definitionCleanup.ts";
import { acceptNames, trustsRoots } from "./definitionNames.ts";
import { NameIndex } from "./nameIndex.ts";
import type { RuleTimes } from "./rules/ruleMetrics.ts";

export interface ExtensionsOptions {
  readonly services: Services;
  readonly onError: (error: unknown) => void;
  /** The client for conversion webhooks. Default: no webhook is called. */
  readonly conversions?: ConversionClient;
  /** Records how long validation rules take. Default: no times are recorded. */
  readonly ruleTimes?: RuleTimes;
  /** Timers for retries. Default: those of the process. */
  readonly timers?: Timers;
}

/** What is served for one definition. */
interface Serving {
  /** Changes with everything that affects serving. */
  readonly signature: string;
  readonly resources: readonly Resource[];
  readonly end: AbortController;
}

/**
 * Follows the definitions. The server itself accepts names and writes the status, so this works without controllers.
 */
export class Extensions {
  readonly #services: Services;
  readonly #onError: (error: unknown) => void;
  readonly #conversions: ConversionClient;
  readonly #ruleTimes: RuleTimes | undefined;
  readonly #definitions: Resource;
  readonly #identity: Identity = { username: "system:apiserver", groups: [GROUP_MASTERS], extra: {} };
  readonly #serving = new Map<string, Serving>();
  /** Definitions whose objects are being deleted; aborted when the definition is gone. */
  readonly #cleaning = new Map<string, AbortController>();
  readonly #names = new NameIndex();
  /** Definitions that were refused some of their names, by group: they try again when a name is released. */
  readonly #refused = new Map<string, Set<string>>();
  /** The group of each existing definition, by its name. */
  readonly #known = new Map<string, string>();
  /** Handles one definition at a time, so that no two can get the same name. */
  readonly #queue: WorkQueue;
  #stopFollowing: (() => void) | undefined;

  constructor(options: ExtensionsOptions) {
    const { vocabulary, catalog } = options.services;
    const { group, version, resource } = DEFINITIONS;
    const definitions = catalog.find(vocabulary.render(group), version, resource);
    if (definitions === undefined) throw new Error("custom resource definitions are not served");
    this.#services = options.services;
    this.#onError = options.onError;
    this.#conversions = options.conversions ?? noConversionClient;
    this.#ruleTimes = options.ruleTimes;
    this.#definitions = definitions;
    this.#queue = new WorkQueue({
      timers: options.timers ?? systemTimers,
      concurrency: 1,
      work: (name) => this.#settle(name),
      onError: options.onError,
    });
  }

  /** Serves the stored definitions and follows changes from now on. */
  async start(): Promise<void> {
    this.#takeStored();
    const follow = (change: ObjectChange): void => {
      const definition = asDefinition(change.object);
      if (change.type === "deleted") this.#forget(definition.metadata.name ?? "", definition.spec.group);
      else this.#take(definition, this.#services.hub.revision);
    };
    this.#stopFollowing = this.#services.hub.follow(this.#place(), follow, () => this.#takeStored());
    await this.settled();
  }

  /** Serves exactly the stored definitions. A definition that cannot be served does not affect others. */
  #takeStored(): void {
    const stored = [...this.#services.hub.list(this.#place())].map(asDefinition);
    const names = new Set(stored.map(({ metadata }) => metadata.name));
    for (const [name, group] of [...this.#known]) if (!names.has(name)) this.#forget(name, group);
    try {
      forEachIsolated(stored, (definition) => this.#take(definition));
    } catch (error) {
      this.#onError(error);
    }
  }

  /** Stops everything, and waits for writes under way. */
  async stop(): Promise<void> {
    this.#stopFollowing?.();
    for (const { end } of this.#serving.values()) end.abort();
    for (const end of this.#cleaning.values()) end.abort();
    await this.#queue.stop();
  }

  /** Resolves when all changes so far are served, and their names and conditions are written. */
  settled(): Promise<void> {
    return this.#queue.caughtUp();
  }

  #place(): { group: string; resource: string } {
    return { group: this.#definitions.group, resource: this.#definitions.resource };
  }

  #stored(name: string): Definition | undefined {
    const object = this.#services.hub.get(this.#place(), "", name);
    return object === undefined ? undefined : asDefinition(object);
  }

  /** Handles a new or changed definition. @param since watches from before this revision must start over */
  #take(definition: Definition, since?: number): void {
    const { name = "" } = definition.metadata;
    this.#known.set(name, definition.spec.group);
    this.#serve(definition, since);
    this.#claim(name, definition.spec.group, definition.status?.acceptedNames);
    this.#enqueue(name);
  }

  /** Queues the definition for its names and conditions, unless the server is read-only. */
  #enqueue(name: string): void {
    if (this.#services.readOnly !== true) this.#queue.add(name);
  }

  /** Records the names of a definition. When it releases one, definitions that were refused names try again. */
  #claim(name: string, group: string, names: DefinitionNames | undefined): void {
    if (!this.#names.set(name, group, names)) return;
    for (const other of this.#refused.get(group) ?? []) this.#enqueue(other);
  }

  /** Updates what is served for a definition. @param since watches from before this revision must start over */
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
    // Every watch of the resource adds a listener.
    const end = sharedAbort();
    const { vocabulary, schema, hub } = this.#services;
    const resources = customResources(definition, {
      vocabulary,
      schema,
      hub,
      ended: end.signal,
      conversions: this.#conversions,
      ruleTimes: this.#ruleTimes,
      ratchets: this.#services.features.enabled("CRDValidationRatcheting"),
      quirks: this.#services.quirks,
    });
    this.#services.catalog.replaceCustom(known?.resources ?? [], resources);
    if (known === undefined && since !== undefined) for (const { cache } of resources) cache.window.compact(since);
    this.#serving.set(name, { signature, resources, end });
  }

  /** Removes a deleted definition, whether or not its objects are gone. */
  #forget(name: string, group: string): void {
    this.#known.delete(name);
    this.#remove(name);
    this.#cleaning.get(name)?.abort();
    this.#cleaning.delete(name);
    this.#note(name, group, true);
    this.#claim(name, group, undefined);
  }

  #remove(name: string): void {
    const serving = this.#serving.get(name);
    if (serving === undefined) return;
    serving.end.abort();
    this.#serving.delete(name);
    this.#services.catalog.replaceCustom(serving.resources, []);
  }

  /** Accepts the names of a definition, or cleans up after its deletion. */
  async #settle(name: string): Promise<void> {
    // Change notifications arrive within the commit that made them; start the work after that commit.
    await Promise.resolve();
    const found = this.#stored(name);
    const isTrusted = found === undefined || (await inTurns(trustsRoots(found)));
    // No `await` between here and recording the names, so that no other definition can take one of them.
    const definition = this.#stored(name);
    if (definition === undefined) return;
    const { group } = definition.spec;
    if (definition.metadata.deletionTimestamp !== undefined) {
      this.#clean(name);
      return;
    }
    const { vocabulary, now } = this.#services;
    const taken = this.#names.takenFrom(name, group);
    const status = acceptNames(definition, taken, isTrusted, timestamp(now()), vocabulary);
    this.#note(name, group, status.conditions?.find(({ type }) => type === "NamesAccepted")?.status === "True");
    if (status === definition.status) return;
    try {
      await this.#writeStatus(name, () => status);
    } catch (error) {
      if (!isApiError(error, "NotFound")) throw error;
    }
  }

  #note(name: string, group: string, isAccepted: boolean): void {
    const refused = this.#refused.get(group);
    if (!isAccepted) this.#refused.set(group, (refused ?? new Set()).add(name));
    else if (refused?.delete(name) === true && refused.size === 0) this.#refused.delete(group);
  }

  /**
   * Deletes the objects of a definition that is being deleted, and then removes its finalizer. Runs concurrently with
   * everything else.
   */
  #clean(name: string): void {
    if (this.#cleaning.has(name)) return;
    const end = new AbortController();
    this.#cleaning.set(name, end);
    cleanUp({
      services: this.#services,
      definitions: this.#definitions,
      definition: () => this.#stored(name),
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
        versioned: false,
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
