import type { ApiObject } from "../../../shared/object.ts";
import { ApiError } from "../../../shared/status.ts";
import { each } from "../../../shared/steps.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { Actors } from "../../acting/actors/actors.ts";
import type { ComputedObjects } from "../../api/registry/computed.ts";
import { narrow } from "../../api/registry/strategies/narrow.ts";
import type { ObjectReader } from "../../store/cache/reader.ts";
import type { Storage } from "../../store/storage/storage.ts";

export interface ComponentParts {
  readonly storage: Pick<Storage, "healthy">;
  readonly actors: Actors;
  readonly reader: Pick<ObjectReader, "get">;
  readonly vocabulary: Vocabulary;
  /** Milliseconds since the epoch. */
  now(): number;
}

interface LeaseSpec {
  readonly spec?: {
    readonly holderIdentity?: string;
    readonly renewTime?: string;
    readonly leaseDurationSeconds?: number;
  };
}

/**
 * Health of the other components, for `componentstatuses`: the store, the controller manager and the scheduler. The
 * last two are healthy when they run in this server, or when another process holds their lease.
 */
export function componentHealth({ storage, actors, reader, vocabulary, now }: ComponentParts): ComputedObjects {
  const leases = { group: vocabulary.render("coordination.{domain}"), resource: "leases" };
  let isStored = true;
  const isHeld = (name: string): boolean => {
    const lease = reader.get(leases, vocabulary.systemNamespace, vocabulary.render(`{prefix}-${name}`));
    const {
      holderIdentity = "",
      renewTime = "",
      leaseDurationSeconds = 0,
    } = lease === undefined ? {} : (narrow<LeaseSpec>(lease).spec ?? {});
    return holderIdentity !== "" && Date.parse(renewTime) + leaseDurationSeconds * 1000 > now();
  };
  const acts = (name: string, kind: "controller" | "scheduler"): string | undefined =>
    actors.list().some((actor) => actor.kind === kind) || isHeld(name)
      ? undefined
      : `no ${name} runs: there is none in this server, and none holds the lease ${vocabulary.render(`{prefix}-${name}`)}`;
  const problems: Readonly<Record<string, () => string | undefined>> = {
    "controller-manager": () => acts("controller-manager", "controller"),
    "etcd-0": () => (isStored ? undefined : "the store does not answer"),
    scheduler: () => acts("scheduler", "scheduler"),
  };
  const status = (name: string): ApiObject => {
    const problem = problems[name]?.();
    const condition =
      problem === undefined
        ? { type: "Healthy", status: "True", message: "ok" }
        : { type: "Healthy", status: "False", message: problem };
    const metadata = { name, creationTimestamp: null };
    return { kind: "ComponentStatus", apiVersion: "v1", metadata, conditions: [condition] };
  };
  return {
    async refresh() {
      isStored = await storage.healthy();
    },
    get(_namespace, name) {
      if (Object.hasOwn(problems, name)) return status(name);
      // The reference's answer, instead of a 404.
      throw new ApiError(500, "", `Component not found: ${name}`);
    },
    list(_namespace, selects) {
      const names = Object.keys(problems).filter((name) => selects({ metadata: { name } }));
      return each(names, status);
    },
  };
}
