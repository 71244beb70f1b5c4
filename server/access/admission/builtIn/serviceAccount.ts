import type { ApiObject } from "../../../../shared/object.ts";
import { ApiError } from "../../../../shared/status.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { podReferences } from "../../authorization/node/podReferences.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { isAbout, refusal } from "../requests.ts";
import { containersRefusal, limitsSecrets, secretRefusal } from "./mountableSecrets.ts";
import { type PodSpec, podSpec, type Volume } from "./podSpec.ts";
import { resourceNameError } from "./resourceNameError.ts";

/** Token lifetime that marks tokens of pods whose programs may not renew them (see the token action). */
const TOKEN_SECONDS = 3607;

/** The account that every namespace has, the number of attempts to find it, and the milliseconds between them. */
const DEFAULT = "default";
const ATTEMPTS = 10;
const INTERVAL = 100;

const ACCOUNTS = { group: "", resource: "serviceaccounts" };

/**
 * Assigns a service account to every pod (`default` when it names none); the account must exist. Mounts the account's
 * token, the root certificate and the namespace into all containers unless pod or account opts out. Adds the account's
 * pull secrets. Pods of an account with a certain annotation may only use secrets that the account lists.
 */
export function serviceAccount({
  reader,
  vocabulary,
  randomSuffix,
  pause,
}: Pick<AdmissionDependencies, "reader" | "vocabulary" | "randomSuffix" | "pause">): AdmissionPlugin {
  const mirrorAnnotation = vocabulary.render("{labelDomain}/config.mirror");
  const enforceAnnotation = vocabulary.render("{labelDomain}/enforce-mountable-secrets");
  const isMirror = (pod: ApiObject): boolean => pod.metadata.annotations?.[mirrorAnnotation] !== undefined;

  const lookUp = async (request: AdmissionRequest, name: string): Promise<ApiObject> => {
    let account = reader.get(ACCOUNTS, request.namespace, name);
    // A new namespace gets its default account shortly. Any other account may have just been created by another server.
    for (let left = name === DEFAULT ? ATTEMPTS : 1; account === undefined && left > 0; left--) {
      if (name === DEFAULT && left < ATTEMPTS) await pause(INTERVAL);
      await reader.fresh();
      account = reader.get(ACCOUNTS, request.namespace, name);
    }
    if (account === undefined) {
      const message = resourceNameError(name) ?? `serviceaccount ${quoted(name)} not found`;
      throw refusal(request, `error looking up service account ${request.namespace}/${name}: ${message}`);
    }
    return account;
  };

  const prepare = async (request: AdmissionRequest, pod: ApiObject): Promise<void> => {
    const spec = podSpec(pod);
    spec.serviceAccountName ||= DEFAULT;
    spec.serviceAccount = spec.serviceAccountName;
    const account = await lookUp(request, spec.serviceAccountName);
    if (mountsToken(spec, account)) await inTurns(mountToken(spec, vocabulary, randomSuffix));
    if ((spec.imagePullSecrets ?? []).length > 0) return;
    const secrets = (account["imagePullSecrets"] ?? []) as { name: string }[];
    if (secrets.length > 0) spec.imagePullSecrets = secrets.map(({ name }) => ({ name }));
  };

  const validate = async (request: AdmissionRequest): Promise<void> => {
    const pod = request.object;
    if (pod === undefined) return;
    const spec = podSpec(pod);
    const isNew = request.operation === "CREATE";
    if (isNew && isMirror(pod)) return checkMirror(request, pod);
    const name = spec.serviceAccountName ?? "";
    if (name === "") {
      throw refusal(request, `no service account specified for pod ${request.namespace}/${pod.metadata.name ?? ""}`);
    }
    const account = await lookUp(request, name);
    if (!limitsSecrets(account, enforceAnnotation)) return;
    const message = isNew
      ? secretRefusal(account, spec)
      : containersRefusal(account, "ephemeral container", spec.ephemeralContainers);
    // The reference responds with 403 to the former and with 500 to the latter.
    if (message !== undefined) throw isNew ? refusal(request, message) : new ApiError(500, "", message);
  };

  return {
    name: "ServiceAccount",
    handles: (request) =>
      (request.operation === "CREATE" && isAbout(request, "pods")) ||
      (request.operation === "UPDATE" && isAbout(request, "pods", "", "ephemeralcontainers")),
    async admit(request) {
      const pod = request.object;
      if (pod === undefined || request.operation !== "CREATE") return;
      if (!isMirror(pod)) await prepare(request, pod);
      // Validate now, so that a refusal precedes later plugins and the rules of the kind.
      await validate(request);
    },
    validate,
  };
}

/** The pod's setting takes precedence over the account's; by default the token is mounted. */
const mountsToken = (spec: PodSpec, account: ApiObject): boolean =>
  spec.automountServiceAccountToken ?? (account["automountServiceAccountToken"] as boolean | undefined) ?? true;

function* mountToken(spec: PodSpec, vocabulary: Vocabulary, randomSuffix: () => string): Steps<void> {
  const prefix = vocabulary.render("{prefix}-api-access-");
  const mountPath = vocabulary.render("/var/run/secrets/{labelDomain}/serviceaccount");
  const existing = spec.volumes?.find((volume) => volume.name.startsWith(prefix));
  const name = existing?.name ?? prefix + randomSuffix();
  let isMounted = false;
  for (const containers of [spec.initContainers ?? [], spec.containers ?? []]) {
    for (const container of containers) {
      if (isTurnDue()) yield;
      if (container.volumeMounts?.some((mount) => mount.mountPath === mountPath)) continue;
      container.volumeMounts = [...(container.volumeMounts ?? []), { name, readOnly: true, mountPath }];
      isMounted = true;
    }
  }
  if (existing === undefined && isMounted) {
    spec.volumes = [...(spec.volumes ?? []), tokenVolume(name, vocabulary)];
  }
}

function tokenVolume(name: string, vocabulary: Vocabulary): Volume {
  const rootConfigMap = vocabulary.render("{prefix}-root-ca.crt");
  const namespaceField = { path: "namespace", fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" } };
  const sources = [
    { serviceAccountToken: { expirationSeconds: TOKEN_SECONDS, path: "token" } },
    { configMap: { name: rootConfigMap, items: [{ key: "ca.crt", path: "ca.crt" }] } },
    { downwardAPI: { items: [namespaceField] } },
  ];
  return { name, projected: { sources, defaultMode: 0o644 } as Volume["projected"] };
}

/** Mirror pods represent static pods of a node, which cannot use objects of the API. */
function checkMirror(request: AdmissionRequest, pod: ApiObject): void {
  const spec = podSpec(pod);
  if (spec.serviceAccountName) throw refusal(request, "a mirror pod may not reference service accounts");
  const volumes = spec.volumes ?? [];
  const sources = volumes.flatMap((volume) => volume.projected?.sources ?? []);
  const containers = [...(spec.initContainers ?? []), ...(spec.containers ?? [])];
  const usesSecrets =
    podReferences(pod, "secrets").size > 0 ||
    volumes.some((volume) => volume.secret !== undefined) ||
    sources.some((source) => source.secret !== undefined) ||
    (spec.imagePullSecrets ?? []).length > 0 ||
    containers.some(
      (container) =>
        container.env?.some((entry) => entry.valueFrom?.secretKeyRef !== undefined) ||
        container.envFrom?.some((entry) => entry.secretRef !== undefined),
    );
  if (usesSecrets) throw refusal(request, "a mirror pod may not reference secrets");
  if (sources.some((source) => source.serviceAccountToken !== undefined)) {
    throw refusal(request, "a mirror pod may not use ServiceAccountToken volume projections");
  }
}
