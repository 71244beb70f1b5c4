import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { ServiceAccountTokens } from "../../../access/authentication/serviceAccounts/serviceAccountToken.ts";
import { type ControllerParts, type RunningController, startController } from "../controller.ts";
import { eachTried } from "../eachTried.ts";
import { ignoring } from "../ignoring.ts";
import { listedSecrets, ownerAnnotations, tokenSecretType } from "./tokenSecret.ts";

const SECRETS = { group: "", version: "v1", resource: "secrets" };
const ACCOUNTS = { group: "", version: "v1", resource: "serviceaccounts" };

/** Creates tokens, and has the certificate by which their holders verify the server. */
export interface TokenSigner {
  /** PEM. */
  readonly rootCa: string;
  /** Signs a token that is valid as long as its secret exists. */
  readonly sign: ServiceAccountTokens["issueLegacy"];
}

/** The task of a queue key. Names of objects contain no slash, so keys can be split unambiguously. */
type Task =
  | readonly ["secret", namespace: string, name: string]
  | readonly ["account", namespace: string, name: string, uid: string]
  | readonly ["reference", namespace: string, account: string, uid: string, secret: string];

/**
 * Fills service account token secrets with the token, the namespace and the authority's certificate. Deletes such
 * secrets when their account does not exist, and removes deleted secrets from the account's list.
 */
export function tokenSecretController(parts: ControllerParts, signer: TokenSigner): RunningController {
  const { client, vocabulary } = parts;
  const ofTokens = { fieldSelector: `type=${tokenSecretType(vocabulary)}` };
  const owners = ownerAnnotations(vocabulary);
  const keyOf = (task: Task): string => task.join("/");

  /** The account of that name, if its uid matches. */
  const findAccount = async (namespace: string, name: string, uid: string): Promise<ApiObject | undefined> => {
    if (name === "") return undefined;
    const account = await ignoring(["NotFound"], client.get({ ...ACCOUNTS, namespace, name }));
    return uid === "" || account?.metadata.uid === uid ? account : undefined;
  };
  const remove = async ({ metadata: { namespace, name, uid = "" } }: ApiObject): Promise<void> => {
    await ignoring(["NotFound", "Conflict"], client.delete({ ...SECRETS, namespace, name }, { uid }));
  };

  const fill = async (secret: ApiObject, account: ApiObject): Promise<void> => {
    const { namespace = "", name = "" } = secret.metadata;
    const data = (secret["data"] ?? {}) as Record<string, string>;
    const missing = {
      ...(data["ca.crt"] === encode(signer.rootCa) ? {} : { "ca.crt": encode(signer.rootCa) }),
      ...(data["namespace"] ? {} : { namespace: encode(namespace) }),
    };
    if (isEmptyMap(missing) && data["token"]) return;
    const { name: accountName = "", uid = "" } = account.metadata;
    const content = { namespace, secret: name, account: { name: accountName, uid } };
    const token = data["token"] || encode(await signer.sign(content));
    const annotations = { ...secret.metadata.annotations, [owners.nameKey]: accountName, [owners.uidKey]: uid };
    const filled = { ...secret, metadata: { ...secret.metadata, annotations }, data: { ...data, ...missing, token } };
    // Another client has changed it: that event enqueues the secret again.
    await ignoring(["NotFound", "Conflict"], client.update({ ...SECRETS, namespace, name }, filled));
  };

  const settleSecret = async (namespace: string, name: string): Promise<void> => {
    const secret = await ignoring(["NotFound"], client.get({ ...SECRETS, namespace, name }));
    if (secret === undefined || secret["type"] !== tokenSecretType(vocabulary)) return;
    const owner = owners.read(secret);
    const account = await findAccount(namespace, owner.name, owner.uid);
    await (account === undefined ? remove(secret) : fill(secret, account));
  };

  const removeTokensOf = async (namespace: string, name: string, uid: string): Promise<void> => {
    if ((await findAccount(namespace, name, uid)) !== undefined) return;
    const { items } = await client.list({ ...SECRETS, namespace }, ofTokens);
    const isOfAccount = (secret: ApiObject): boolean => {
      const owner = owners.read(secret);
      return owner.name === name && (owner.uid === "" || owner.uid === uid);
    };
    await eachTried(items.filter(isOfAccount), remove);
  };

  const removeReference = async (namespace: string, name: string, uid: string, secret: string): Promise<void> => {
    const account = await findAccount(namespace, name, uid);
    if (account === undefined || !listedSecrets(account).some((listed) => listed.name === secret)) return;
    if ((await ignoring(["NotFound"], client.get({ ...SECRETS, namespace, name: secret }))) !== undefined) return;
    const secrets = listedSecrets(account).filter((listed) => listed.name !== secret);
    await ignoring(["NotFound"], client.update({ ...ACCOUNTS, namespace, name }, { ...account, secrets }));
  };

  return startController(parts, {
    sources: [
      {
        ref: ACCOUNTS,
        keys({ metadata: { namespace = "", name = "", uid = "" } }, deleted) {
          return deleted ? [keyOf(["account", namespace, name, uid])] : [];
        },
      },
      {
        ref: SECRETS,
        options: ofTokens,
        keys(secret, deleted) {
          const { namespace = "", name = "" } = secret.metadata;
          const owner = owners.read(secret);
          return [keyOf(deleted ? ["reference", namespace, owner.name, owner.uid, name] : ["secret", namespace, name])];
        },
      },
    ],
    async reconcile(key) {
      const [kind, namespace = "", name = "", uid = "", secret = ""] = key.split("/");
      if (kind === "secret") await settleSecret(namespace, name);
      else if (kind === "account") await removeTokensOf(namespace, name, uid);
      else await removeReference(namespace, name, uid, secret);
      return undefined;
    },
  });
}

const encode = (text: string): string => Buffer.from(text).toString("base64");
