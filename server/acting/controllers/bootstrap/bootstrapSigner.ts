import { minOf } from "../../../../shared/collections/extremes.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import {
  BOOTSTRAP_TOKEN_PREFIX,
  bootstrapTokenTimeLeft,
  bootstrapTokenType,
  secretEntry,
} from "../../../access/authentication/bearerTokens/bootstrapTokenSecret.ts";
import { type ControllerParts, type RunningController, startController } from "../controller.ts";
import { ignoring } from "../ignoring.ts";
import { detachedSignature } from "./detachedSignature.ts";

const SECRETS = { group: "", version: "v1", resource: "secrets" };
const CONFIG_MAPS = { group: "", version: "v1", resource: "configmaps" };
/** The config map that tells clients how to reach and verify the server. */
const CLUSTER_INFO = "cluster-info";
const NAME = new RegExp(`^${BOOTSTRAP_TOKEN_PREFIX}([a-z0-9]{6})$`);

/**
 * Signs the public cluster configuration with every bootstrap token that permits it. The holder of a token can then
 * verify that the configuration comes from a server that has the token. Signatures of deleted tokens are removed.
 */
export function bootstrapSignerController(parts: ControllerParts): RunningController {
  const { client, vocabulary, now } = parts;
  const tokens = { ...SECRETS, namespace: vocabulary.systemNamespace };
  const tokenSelector = { fieldSelector: `type=${bootstrapTokenType(vocabulary)}` };
  const info = { ...CONFIG_MAPS, namespace: vocabulary.publicNamespace };
  const contentKey = vocabulary.render("{prefix}config");
  const signaturePrefix = `jws-${contentKey}-`;
  const keys = (): string[] => [CLUSTER_INFO];
  return startController(parts, {
    sources: [
      { ref: info, options: { fieldSelector: `metadata.name=${CLUSTER_INFO}` }, keys },
      { ref: tokens, options: tokenSelector, keys },
    ],
    async reconcile() {
      const ref = { ...info, name: CLUSTER_INFO };
      const current = await ignoring(["NotFound"], client.get(ref));
      const data = (current?.["data"] ?? {}) as Record<string, string>;
      const content = data[contentKey];
      if (current === undefined || content === undefined) return undefined;
      const signing = (await client.list(tokens, tokenSelector)).items.filter((secret) => maySign(secret, now()));
      const signed = Object.fromEntries([
        ...Object.entries(data).filter(([key]) => !key.startsWith(signaturePrefix)),
        ...signing.map((secret) => {
          const id = secretEntry(secret, "token-id");
          return [`${signaturePrefix}${id}`, detachedSignature(content, id, secretEntry(secret, "token-secret"))];
        }),
      ]);
      // After a conflict, the other client's write enqueues the key again.
      if (!sameEntries(data, signed)) await ignoring(["Conflict"], client.update(ref, { ...current, data: signed }));
      const left = minOf(signing.map((secret) => bootstrapTokenTimeLeft(secret, now())));
      return Number.isFinite(left) ? { requeueAfter: Math.max(left, 0) } : undefined;
    },
  });
}

/** Whether a secret holds a complete token that may sign and has not expired. */
function maySign(secret: ApiObject, now: number): boolean {
  const id = NAME.exec(secret.metadata.name ?? "")?.[1];
  return (
    id !== undefined &&
    secretEntry(secret, "token-id") === id &&
    secretEntry(secret, "token-secret") !== "" &&
    secretEntry(secret, "usage-bootstrap-signing") === "true" &&
    bootstrapTokenTimeLeft(secret, now) > 0
  );
}

function sameEntries(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key]);
}
