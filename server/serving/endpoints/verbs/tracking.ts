import type { Convert } from "../../../../shared/apply/versions.ts";
import { type FieldSet, fieldSetOfNames } from "../../../../shared/fieldset/fieldSet.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Services } from "../../../api/registry/services.ts";
import type { Strategy } from "../../../api/registry/strategy.ts";
import type { Existing } from "../../../api/registry/write/write.ts";
import type { InFlight } from "../../../ground/request/inFlight.ts";
import type { Quirks } from "../../../ground/settings/quirks.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { trackUpdate } from "../../../model/apply/fieldManager.ts";
import type { Target } from "../target.ts";

/** The facts about a write that both ways of tracking ownership need. */
export interface Tracking {
  readonly node: Target["resource"]["node"];
  readonly apiVersion: string;
  readonly manager: string;
  readonly subresource: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly resetFields: Readonly<Record<string, FieldSet>>;
  readonly quirks: Quirks;
  readonly isCustom: boolean;
  /** For resources with several versions. */
  readonly convert?: Convert | undefined;
}

/** Fields that a status endpoint never owns, if its strategy does not define them more precisely. */
const SPEC_ONLY = [["spec"]] as const;
const NOTHING: readonly (readonly string[])[] = [];

const sets = new WeakMap<object, FieldSet>();

function setOf(paths: readonly (readonly string[])[]): FieldSet {
  let set = sets.get(paths);
  if (set === undefined) {
    set = fieldSetOfNames(paths);
    sets.set(paths, set);
  }
  return set;
}

export function trackingOf(services: Services, target: Target, manager: string): Tracking {
  const { resource, subresource } = target;
  return {
    node: resource.node,
    apiVersion: resource.apiVersion,
    manager,
    subresource: subresource?.name ?? "",
    now: services.now(),
    quirks: services.quirks,
    isCustom: resource.custom !== undefined,
    convert: resource.custom?.convert ?? resource.convert,
    resetFields: resetFieldsOf(target),
  };
}

/**
 * The fields that the endpoint resets, by version of the object: entries written through another version use that
 * version's fields.
 */
function resetFieldsOf({ resource, subresource }: Target): Readonly<Record<string, FieldSet>> {
  const reset: Record<string, FieldSet> = {};
  for (const { apiVersion, definition } of resource.versions ?? [resource]) {
    const own =
      definition === resource.definition
        ? subresource
        : definition.subresources?.find(({ name }) => name === subresource?.name);
    const strategy: Strategy = own?.strategy ?? definition.strategy;
    reset[apiVersion] = setOf(strategy.resetFields ?? (subresource?.name === "status" ? SPEC_ONLY : NOTHING));
  }
  return reset;
}

/** Records which manager set which fields, for every write except an apply. */
export async function track(
  services: Services,
  target: Target,
  existing: Existing | undefined,
  next: ApiObject,
  manager: string,
  inFlight?: InFlight,
): Promise<ApiObject> {
  const tracking = trackingOf(services, target, manager);
  try {
    return await inTurns(trackUpdate({ live: existing?.object, next, ...tracking }), inFlight);
  } catch (error) {
    // The object does not fit a version through which a manager wrote. It can no longer be tracked, and all managers
    // lose their fields.
    if (target.resource.custom === undefined || inFlight?.signal.aborted === true) throw error;
    const { managedFields: _, ...metadata } = next.metadata;
    return { ...next, metadata };
  }
}
