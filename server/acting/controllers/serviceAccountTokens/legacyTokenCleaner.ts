import type { ApiObject } from "../../../../shared/object.ts";
import {
  INVALID_SINCE_LABEL,
  LAST_USED_LABEL,
} from "../../../access/authentication/serviceAccounts/legacyTokenCheck.ts";
import { podReferences } from "../../../access/authorization/node/podReferences.ts";
import { type ControllerParts, type RunningController, startController } from "../controller.ts";
import { eachTried } from "../eachTried.ts";
import { ignoring } from "../ignoring.ts";
import { listedSecrets, ownerAnnotations, tokenSecretType } from "./tokenSecret.ts";

const SECRETS = { group: "", version: "v1", resource: "secrets" };
const ACCOUNTS = { group: "", version: "v1", resource: "serviceaccounts" };
const PODS = { group: "", version: "v1", resource: "pods" };
const CONFIG_MAPS = { group: "", version: "v1", resource: "configmaps" };
const DAY = 24 * 3600_000;

/**
 * Removes auto-generated token secrets that were not used for a long time: it first marks them as invalid, and deletes
 * them after the same time again. Secrets that a pod mounts are kept. Nothing is removed before uses have been recorded
 * for that long.
 *
 * @param period milliseconds without a use
 */
export function legacyTokenCleanerController(parts: ControllerParts, period: number): RunningController {
  const { client, vocabulary } = parts;
  const tracking = vocabulary.render("{prefix}-apiserver-legacy-service-account-token-tracking");
  const lastUsedLabel = vocabulary.render(LAST_USED_LABEL);
  const invalidLabel = vocabulary.render(INVALID_SINCE_LABEL);
  const owners = ownerAnnotations(vocabulary);
  const records = { ...CONFIG_MAPS, namespace: vocabulary.systemNamespace };

  /** Whether uses have been recorded for long enough. The first day does not count, because it is incomplete. */
  const isTrackedLongEnough = async (now: number): Promise<boolean> => {
    const map = await ignoring(["NotFound"], client.get({ ...records, name: tracking }));
    const since = ((map?.["data"] ?? {}) as Record<string, string>)["since"];
    return isDate(since) && now >= Date.parse(since) + DAY + period;
  };

  /** Whether a secret is old, unused, and was auto-generated for its account. */
  const isForgotten = async (secret: ApiObject, before: number): Promise<boolean> => {
    const { namespace, name, labels = {}, creationTimestamp, deletionTimestamp } = secret.metadata;
    if (deletionTimestamp !== undefined || Date.parse(creationTimestamp ?? "") >= before) return false;
    const lastUsed = labels[lastUsedLabel];
    if (lastUsed !== undefined && (!isDate(lastUsed) || lastUsed >= dateOf(before))) return false;
    const owner = owners.read(secret);
    const account =
      owner.name === ""
        ? undefined
        : await ignoring(["NotFound"], client.get({ ...ACCOUNTS, namespace, name: owner.name }));
    if (account === undefined || (owner.uid !== "" && owner.uid !== account.metadata.uid)) return false;
    return listedSecrets(account).some((listed) => listed.name === name);
  };

  const putAway = async (secret: ApiObject, now: number): Promise<void> => {
    const { namespace, name, uid = "", resourceVersion = "", labels = {} } = secret.metadata;
    const ref = { ...SECRETS, namespace, name };
    const invalidSince = labels[invalidLabel];
    const gone = ["NotFound", "Conflict"];
    if (!isDate(invalidSince)) {
      const metadata = { uid, resourceVersion, labels: { [invalidLabel]: dateOf(now) } };
      await ignoring(gone, client.patch(ref, { metadata }));
    } else if (invalidSince < dateOf(now - period)) {
      await ignoring(gone, client.delete(ref, { uid, resourceVersion }));
    }
  };

  const clean = async (now: number): Promise<void> => {
    if (!(await isTrackedLongEnough(now))) return;
    const { items } = await client.list(SECRETS, { fieldSelector: `type=${tokenSecretType(vocabulary)}` });
    const mounted = new Map<string, Set<string>>();
    await eachTried(items, async (secret) => {
      if (!(await isForgotten(secret, now - period))) return;
      const { namespace = "", name = "" } = secret.metadata;
      const inUse = mounted.get(namespace) ?? (await mountedSecrets(namespace));
      mounted.set(namespace, inUse);
      if (!inUse.has(name)) await putAway(secret, now);
    });
  };

  const mountedSecrets = async (namespace: string): Promise<Set<string>> => {
    const pods = await client.list({ ...PODS, namespace });
    return new Set(pods.items.flatMap((pod) => [...podReferences(pod, "secrets")]));
  };

  return startController(parts, {
    sources: [{ ref: records, options: { fieldSelector: `metadata.name=${tracking}` }, keys: () => [tracking] }],
    async reconcile() {
      await clean(parts.now());
      return { requeueAfter: Math.min(DAY, period) };
    },
  });
}

/** `2026-01-31`, in UTC. */
const dateOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);
const isDate = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
