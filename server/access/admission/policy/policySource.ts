import type { ApiObject, GroupResource } from "../../../../shared/object.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import type { BindingSpec, CommonSpec, PolicySpec } from "./declarations.ts";
import { type Binding, type PolicyHead, readBinding, readPolicy } from "./policy.ts";

/** A policy with its bindings. */
export interface BoundPolicy<Spec extends CommonSpec = PolicySpec> {
  readonly policy: PolicyHead<Spec>;
  /** By name; at least one. */
  readonly bindings: readonly Binding[];
}

/** The policies that currently have bindings. */
export interface PolicySource<Spec extends CommonSpec = PolicySpec> {
  /** By name. Read at most once per change, on the first request that may need them. */
  policies(): readonly BoundPolicy<Spec>[];
  stop(): void;
}

/**
 * Follows policies and their bindings, so that a write takes effect on the next request.
 * @param group of both, rendered
 * @param sort validating or mutating
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
    // Policies without a binding are not even parsed.
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

/** Caches the value parsed from a stored object, which is safe because stored objects are immutable. */
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
