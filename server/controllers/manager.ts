import { serviceAccountGroups, serviceAccountUsername } from "../../shared/rbac/subjects.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { GROUP_AUTHENTICATED, type Identity } from "../authentication/identity.ts";
import type { ApiClient } from "../client/apiClient.ts";
import type { ObjectFeed } from "../client/objectFeed.ts";
import type { ControllerParts, RunningController } from "./controller.ts";
import { selectControllers } from "./controllerNames.ts";
import { garbageCollector } from "./garbageCollector/garbageCollector.ts";
import { namespaceController } from "./namespaces.ts";
import { roleAggregationController } from "./roleAggregation.ts";
import { rootCertificateController } from "./rootCertificate.ts";
import { serviceAccountController } from "./serviceAccounts.ts";
import { claimProtectionController, volumeProtectionController } from "./storageProtection.ts";
import { systemTimers, type Timers } from "./workQueue.ts";

export interface ManagerOptions {
  /** `*`, `name`, `-name`; empty for none. */
  readonly spec: readonly string[];
  readonly vocabulary: Vocabulary;
  /** A client that acts under an identity. */
  clientFor(identity: Identity, userAgent: string): ApiClient;
  now(): number;
  readonly log: { warn(data: object, message: string): void };
  /** PEM that pods verify the server by. */
  readonly rootCa: string;
  /** Objects straight from the server's caches. Without it, who needs all of them watches every resource. */
  readonly feed?: ObjectFeed;
  readonly timers?: Timers;
}

interface Entry {
  /** As `--controllers` names it. */
  readonly name: string;
  /** Service account in the system namespace; the default role of that name holds its permissions. */
  readonly account: string;
  start(parts: ControllerParts, options: ManagerOptions): RunningController;
}

const CONTROLLERS: readonly Entry[] = [
  { name: "namespace-controller", account: "namespace-controller", start: namespaceController },
  { name: "serviceaccount-controller", account: "service-account-controller", start: serviceAccountController },
  {
    name: "root-ca-certificate-publisher-controller",
    account: "root-ca-cert-publisher",
    start: (parts, { rootCa }) => rootCertificateController(parts, rootCa),
  },
  {
    name: "clusterrole-aggregation-controller",
    account: "clusterrole-aggregation-controller",
    start: roleAggregationController,
  },
  {
    name: "persistentvolumeclaim-protection-controller",
    account: "pvc-protection-controller",
    start: claimProtectionController,
  },
  {
    name: "persistentvolume-protection-controller",
    account: "pv-protection-controller",
    start: volumeProtectionController,
  },
  {
    name: "garbage-collector-controller",
    account: "generic-garbage-collector",
    start: (parts, { feed }) => garbageCollector(parts, feed),
  },
];

/** The controllers that run. */
export interface RunningControllers {
  readonly names: readonly string[];
  /** Resolves when every controller has worked through what there was at the start. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** @throws RangeError for a name that no controller has */
export function checkControllerNames(spec: readonly string[]): void {
  selectControllers(
    spec,
    CONTROLLERS.map(({ name }) => name),
  );
}

/**
 * Starts the selected controllers. Each writes under its own service account; lists, watches and simple reads go through the
 * identity of the controller manager, whose role has them for all (as in the reference, where controllers share caches).
 *
 * @throws RangeError for a name that no controller has
 */
export function startControllers(options: ManagerOptions): RunningControllers {
  const { vocabulary } = options;
  const selected = selectControllers(
    options.spec,
    CONTROLLERS.map(({ name }) => name),
  );
  const managerName = vocabulary.render("{prefix}-controller-manager");
  const manager = options.clientFor(
    { username: `system:${managerName}`, groups: [GROUP_AUTHENTICATED], extra: {} },
    managerName,
  );
  const entries = CONTROLLERS.filter(({ name }) => selected.has(name));
  const running = entries.map(({ name, account, start }) => {
    const own = options.clientFor(accountIdentity(vocabulary, account), account);
    const parts: ControllerParts = {
      client: sharedReads(own, manager),
      vocabulary,
      timers: options.timers ?? systemTimers,
      now: options.now,
      onError: (error, key) => options.log.warn({ err: error, controller: name, key }, "controller failed"),
    };
    return start(parts, options);
  });
  return {
    names: entries.map(({ name }) => name),
    async settled() {
      await Promise.all(running.map((controller) => controller.settled()));
    },
    async stop() {
      await Promise.all(running.map((controller) => controller.stop()));
    },
  };
}

/** The identity of a service account in the system namespace. */
export function accountIdentity(vocabulary: Vocabulary, name: string): Identity {
  const { systemNamespace } = vocabulary;
  return {
    username: serviceAccountUsername(systemNamespace, name),
    groups: [...serviceAccountGroups(systemNamespace), GROUP_AUTHENTICATED],
    extra: {},
  };
}

/** Core resources that the controller manager's role may get one by one. */
const MANAGER_GETS = new Set(["configmaps", "namespaces", "secrets", "serviceaccounts"]);

function sharedReads(own: ApiClient, manager: ApiClient): ApiClient {
  return {
    get: (ref) => (ref.group === "" && MANAGER_GETS.has(ref.resource) ? manager.get(ref) : own.get(ref)),
    list: (ref, options) => manager.list(ref, options),
    watch: (ref, options) => manager.watch(ref, options),
    create: (ref, object, options) => own.create(ref, object, options),
    update: (ref, object, options) => own.update(ref, object, options),
    patch: (ref, patch, options) => own.patch(ref, patch, options),
    delete: (ref, options) => own.delete(ref, options),
    deleteCollection: (ref, options) => own.deleteCollection(ref, options),
    resources: () => own.resources(),
  };
}
