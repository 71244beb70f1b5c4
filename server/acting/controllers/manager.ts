import { serviceAccountGroups, serviceAccountUsername } from "../../../shared/rbac/subjects.ts";
import { isApiError } from "../../../shared/status.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import { GROUP_AUTHENTICATED, type Identity } from "../../ground/rights/identity.ts";
import { systemTimers } from "../../ground/timing/timers.ts";
import type { QueueObserver } from "../../ground/timing/workQueue.ts";
import { API_VERSION } from "../../serving/endpoints/nonResource/version.ts";
import { EventRecorder } from "../events/eventRecorder.ts";
import { API_CONTROLLERS } from "./apiControllers.ts";
import type { InformedParts } from "./controller.ts";
import type { ControllerEntry, ManagerOptions } from "./controllerEntry.ts";
import { selectControllers } from "./controllerNames.ts";
import { NETWORK_CONTROLLERS } from "./networkControllers.ts";
import { NODE_CONTROLLERS } from "./nodeControllers.ts";
import { STORAGE_CONTROLLERS } from "./storageControllers.ts";
import { WORKLOAD_CONTROLLERS } from "./workloadControllers.ts";

const CONTROLLERS: readonly ControllerEntry[] = [
  ...API_CONTROLLERS,
  ...WORKLOAD_CONTROLLERS,
  ...NETWORK_CONTROLLERS,
  ...NODE_CONTROLLERS,
  ...STORAGE_CONTROLLERS,
];

/** Whether a list for `--controllers` selects a controller. @throws RangeError for a name that no controller has */
export const selectsController = (spec: readonly string[], name: string): boolean =>
  selectControllers(
    spec,
    CONTROLLERS.map((entry) => entry.name),
  ).has(name);

/** The running controllers. */
export interface RunningControllers {
  readonly names: readonly string[];
  /** Resolves when every controller has reconciled everything that existed at the start. */
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
 * Starts the selected controllers. Each writes with its own service account. Lists, watches and simple reads use the
 * identity of the controller manager, whose role permits them all (as in the reference, where controllers share
 * caches).
 *
 * @throws RangeError for a name that no controller has
 */
export function startControllers(options: ManagerOptions): RunningControllers {
  const { vocabulary } = options;
  const selected = selectControllers(
    options.spec,
    CONTROLLERS.map(({ name }) => name),
  );
  const program = programOf(vocabulary);
  const manager = managerClient(options);
  const clientOf = (account: string | undefined): ApiClient => {
    if (account === undefined) return manager;
    const identity = accountIdentity(vocabulary, account);
    // The part before the slash is the field manager of written fields: it is the same for all controllers.
    return sharedReads(options.clientFor(identity, `${program}/${identity.username}`), manager);
  };
  const observerOf = (name: string): QueueObserver | undefined => {
    const outer = options.observerOf?.(name);
    const counted = options.actors?.observer(name, "controller", outer) ?? outer;
    return options.causes?.observer(name, "controller", counted) ?? counted;
  };
  /** Access to other servers as well, with a controller's account. */
  const reachOf = (account: string | undefined): Pick<InformedParts, "read" | "behind"> => {
    if (account === undefined) return {};
    const identity = accountIdentity(vocabulary, account);
    const agent = `${program}/${identity.username}`;
    return { read: options.readerFor?.(identity, agent), behind: options.behindFor?.(identity, agent) };
  };
  const running = CONTROLLERS.filter(({ name }) => selected.has(name)).flatMap(
    ({ name, account, component, start }) => {
      const client = clientOf(account);
      const onError = (error: unknown, key: string): void => {
        // Another writer was faster: the next attempt reads the new state.
        if (isApiError(error, "Conflict")) return;
        options.log.warn({ err: error, controller: name, object: key }, "controller failed");
      };
      const parts: InformedParts = {
        client,
        ...reachOf(account),
        informers: options.informers,
        recorder: new EventRecorder({ client, component: component ?? name, now: options.now, onError }),
        vocabulary,
        timers: options.timers ?? systemTimers,
        now: options.now,
        features: options.features,
        quirks: options.quirks,
        onError,
        observer: observerOf(name),
        delivery: options.causes?.telling,
        gate: options.actors?.gate(name, "controller"),
      };
      const controller = start(parts, options);
      return controller === undefined ? [] : [{ name, controller, recorder: parts.recorder }];
    },
  );
  return {
    names: running.map(({ name }) => name),
    async settled() {
      await Promise.all(running.map(({ controller }) => controller.settled()));
    },
    async stop() {
      await Promise.all(running.map(({ controller }) => controller.stop()));
      await Promise.all(running.map(({ recorder }) => recorder.stop()));
    },
  };
}

/** The program's name in user agents. */
const programOf = (vocabulary: Vocabulary): string =>
  `${vocabulary.render("{prefix}-controller-manager")}/${API_VERSION.gitVersion}`;

/** A client that acts as the controller manager itself. */
export function managerClient({ vocabulary, clientFor }: Pick<ManagerOptions, "vocabulary" | "clientFor">): ApiClient {
  const identity = { username: managerUsername(vocabulary), groups: [GROUP_AUTHENTICATED], extra: {} };
  return clientFor(identity, programOf(vocabulary));
}

const managerUsername = (vocabulary: Vocabulary): string => vocabulary.render("system:{prefix}-controller-manager");

/** The identity of a service account in the system namespace. */
export function accountIdentity(vocabulary: Vocabulary, name: string): Identity {
  const { systemNamespace } = vocabulary;
  return {
    username: serviceAccountUsername(systemNamespace, name),
    groups: [...serviceAccountGroups(systemNamespace), GROUP_AUTHENTICATED],
    extra: {},
  };
}

/** Core resources that the controller manager's role can get individually. */
const MANAGER_GETS = new Set(["configmaps", "namespaces", "secrets", "serviceaccounts"]);

function sharedReads(own: ApiClient, manager: ApiClient): ApiClient {
  return {
    get: (ref) => (ref.group === "" && MANAGER_GETS.has(ref.resource) ? manager.get(ref) : own.get(ref)),
    list: (ref, options) => manager.list(ref, options),
    watch: (ref, options) => manager.watch(ref, options),
    create: (ref, object, options) => own.create(ref, object, options),
    update: (ref, object, options) => own.update(ref, object, options),
    patch: (ref, patch, options) => own.patch(ref, patch, options),
    apply: (ref, object, options) => own.apply(ref, object, options),
    delete: (ref, options) => own.delete(ref, options),
    deleteCollection: (ref, options) => own.deleteCollection(ref, options),
    resources: () => own.resources(),
  };
}
