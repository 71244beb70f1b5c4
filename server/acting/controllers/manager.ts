import { serviceAccountGroups, serviceAccountUsername } from "../../../shared/rbac/subjects.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { UsageIndex } from "../../access/admission/quota/usageIndex.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import { GROUP_AUTHENTICATED, type Identity } from "../../ground/rights/identity.ts";
import { systemTimers, type Timers } from "../../ground/timing/timers.ts";
import { API_VERSION } from "../../serving/endpoints/nonResource/version.ts";
import type { ObjectFeed } from "../client/objectFeed.ts";
import { bootstrapSignerController } from "./bootstrap/bootstrapSigner.ts";
import { tokenCleanerController } from "./bootstrap/tokenCleaner.ts";
import { certificateApprovingController } from "./certificates/approving.ts";
import { certificateCleaningController } from "./certificates/cleaning.ts";
import { type ClusterSigning, certificateSigningController } from "./certificates/signing.ts";
import type { ControllerParts, RunningController } from "./controller.ts";
import { selectControllers } from "./controllerNames.ts";
import { garbageCollector } from "./garbageCollector/garbageCollector.ts";
import { namespaceController } from "./namespaces/namespaces.ts";
import { policyStatusController } from "./policyStatus/policyStatus.ts";
import type { ServedKinds } from "./policyStatus/typeChecking.ts";
import { resourceQuotaController } from "./resourceQuota/resourceQuotas.ts";
import { roleAggregationController } from "./roleAggregation.ts";
import { rootCertificateController } from "./rootCertificate.ts";
import { serviceAccountController } from "./serviceAccounts.ts";
import { legacyTokenCleanerController } from "./serviceAccountTokens/legacyTokenCleaner.ts";
import { type TokenMaker, tokenSecretController } from "./serviceAccountTokens/tokenSecrets.ts";
import { claimProtectionController, volumeProtectionController } from "./storageProtection.ts";

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
  /** What only a few controllers can do; those that lack what they need do not start. */
  readonly abilities?: ControllerAbilities;
  /** Objects straight from the server's caches. Without it, who needs all of them watches every resource. */
  readonly feed?: ObjectFeed;
  /** What namespaces with quotas use, counted as objects change. Without it, nobody writes the status of quotas. */
  readonly quotaUsage?: UsageIndex;
  /** The kinds that are served, with their types. Without it, nobody checks the types in policies. */
  readonly kinds?: ServedKinds;
  readonly timers?: Timers;
}

/** Keys and settings of the server that no API tells. */
export interface ControllerAbilities {
  readonly signing: ClusterSigning;
  readonly signToken: TokenMaker["sign"];
  /** How long tokens in secrets may lie unused, in milliseconds. */
  readonly legacyTokenPeriod: number;
}

interface Entry {
  /** As `--controllers` names it. */
  readonly name: string;
  /**
   * Service account in the system namespace; the default role of that name holds its permissions. Without one, the controller
   * works under the controller manager's own identity.
   */
  readonly account?: string;
  /** Undefined when the server lacks what the controller needs. */
  start(parts: ControllerParts, options: ManagerOptions): RunningController | undefined;
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
  {
    name: "resourcequota-controller",
    account: "resourcequota-controller",
    start: (parts, { quotaUsage }) => quotaUsage && resourceQuotaController(parts, quotaUsage),
  },
  { name: "token-cleaner-controller", account: "token-cleaner", start: tokenCleanerController },
  { name: "bootstrap-signer-controller", account: "bootstrap-signer", start: bootstrapSignerController },
  {
    name: "serviceaccount-token-controller",
    start: (parts, { rootCa, abilities }) =>
      abilities && tokenSecretController(parts, { rootCa, sign: abilities.signToken }),
  },
  {
    name: "legacy-serviceaccount-token-cleaner-controller",
    account: "legacy-service-account-token-cleaner",
    start: (parts, { abilities }) => abilities && legacyTokenCleanerController(parts, abilities.legacyTokenPeriod),
  },
  {
    name: "certificatesigningrequest-signing-controller",
    account: "certificate-controller",
    start: (parts, { abilities }) => abilities && certificateSigningController(parts, abilities.signing),
  },
  {
    name: "certificatesigningrequest-approving-controller",
    account: "certificate-controller",
    start: certificateApprovingController,
  },
  {
    name: "certificatesigningrequest-cleaner-controller",
    account: "certificate-controller",
    start: certificateCleaningController,
  },
  {
    name: "validatingadmissionpolicy-status-controller",
    account: "validatingadmissionpolicy-status-controller",
    start: (parts, { kinds }) => kinds && policyStatusController(parts, kinds),
  },
];

/** Whether a list as `--controllers` takes it selects a controller. @throws RangeError for a name that no controller has */
export const selectsController = (spec: readonly string[], name: string): boolean =>
  selectControllers(
    spec,
    CONTROLLERS.map((entry) => entry.name),
  ).has(name);

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
  const program = programOf(vocabulary);
  const manager = managerClient(options);
  const clientOf = (account: string | undefined): ApiClient => {
    if (account === undefined) return manager;
    const identity = accountIdentity(vocabulary, account);
    // What stands before the slash owns the fields that are written: the same for all.
    return sharedReads(options.clientFor(identity, `${program}/${identity.username}`), manager);
  };
  const running = CONTROLLERS.filter(({ name }) => selected.has(name)).flatMap(({ name, account, start }) => {
    const parts: ControllerParts = {
      client: clientOf(account),
      vocabulary,
      timers: options.timers ?? systemTimers,
      now: options.now,
      onError: (error, key) => options.log.warn({ err: error, controller: name, key }, "controller failed"),
    };
    const controller = start(parts, options);
    return controller === undefined ? [] : [{ name, controller }];
  });
  return {
    names: running.map(({ name }) => name),
    async settled() {
      await Promise.all(running.map(({ controller }) => controller.settled()));
    },
    async stop() {
      await Promise.all(running.map(({ controller }) => controller.stop()));
    },
  };
}

/** As user agents name it. */
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
    apply: (ref, object, options) => own.apply(ref, object, options),
    delete: (ref, options) => own.delete(ref, options),
    deleteCollection: (ref, options) => own.deleteCollection(ref, options),
    resources: () => own.resources(),
  };
}
