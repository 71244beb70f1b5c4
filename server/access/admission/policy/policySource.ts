import type { ApiObject, GroupResource } from "../../../../shared/object.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import type { BindingSpec, CommonSpec, PolicySpec } from "./declarations.ts";
import { type Binding, type PolicyHead, readBinding, readPolicy } from "./policy.ts";

/** A policy that is at work, and what put it there. */
export interface BoundPolicy<Spec extends CommonSpec = PolicySpec> {
  readonly policy: PolicyHead<Spec>;
  /** By name; one at least. */
  readonly bindings: readonly Binding[];
}

/** The policies that are bound, as they are now. */
export interface PolicySource<Spec extends CommonSpec = PolicySpec> {
  /** By name. Read at most once per change, and not before the first request that may need them. */
  policies(): readonly BoundPolicy<Spec>[];
  stop(): void;
}

/**
 * Follows policies and their bindings: a write has its effect on the next request.
 * @param group of both, rendered
 * @param sort whether they judge or change objects
 */
export function policySource<Spec extends CommonSpec = PolicySpec>(
  reader: ObjectReader,
  group: string,
  sort: "validating" | "mutating" = "validating",
): PolicySource<Spec> {
  const policies: GroupResource = { group, resource: `${sort}admissionpolicies` };
  const bindings: GroupResource = { group, resource: `${sort}admissionpolicybindings` };
  const readHead = readOnce((name, spec: Spec) => readPolicy(name, spec));
  const read = readOnce((name, spec: BindingSpec) => readBinding(name, spec));
  let current: readonly BoundPolicy<Spec>[] = [];
  let stale = true;
  const outdate = (): void => {
    stale = true;
  };
  const unfollow = [reader.follow(policies, outdate), reader.follow(bindings, outdate)];
  const collect = (): BoundPolicy<Spec>[] => {
    const bound = new Map<string, Binding[]>();
    for (const object of reader.list(bindings)) {
      const binding = read(object);
      const same = bound.get(binding.policyName);
      if (same === undefined) bound.set(binding.policyName, [binding]);
      else same.push(binding);
    }
    // Policies without a binding are not even read.
    return [...reader.list(policies)].flatMap((object) => {
      const own = bound.get(object.metadata.name ?? "");
      return own === undefined ? [] : [{ policy: readHead(object), bindings: own }];
    });
  };
  return {
    policies() {
      if (stale) current = collect();
      stale = false;
      return current;
    },
    stop: () => unfollow.forEach((end) => void end()),
  };
}

/** What a stored object declares; stored objects never change, so that each is read once. */
function readOnce<Spec, T>(make: (name: string, spec: Spec) => T): (object: ApiObject) => T {
  const made = new WeakMap<ApiObject, T>();
  return (object) => {
    let value = made.get(object);
    if (value === undefined) {
      value = make(object.metadata.name ?? "", (object["spec"] ?? {}) as Spec);
      made.set(object, value);
    }
    return value;
  };
}
