import { isApiError } from "../../../shared/status.ts";
import { splitKey } from "../informers/objectKey.ts";
import { type ControllerParts, type RunningController, startController } from "./controller.ts";
import { ignoring } from "./ignoring.ts";
import { isTerminating } from "./namespaces/namespaces.ts";

const NAMESPACES = { group: "", version: "v1", resource: "namespaces" };
const ACCOUNTS = { group: "", version: "v1", resource: "serviceaccounts" };
const DEFAULT = "default";

/** Ensures that every namespace that is not being deleted has a service account `default`. */
export function serviceAccountController(parts: ControllerParts): RunningController {
  const { client } = parts;
  return startController(parts, {
    sources: [
      { ref: NAMESPACES },
      {
        ref: ACCOUNTS,
        options: { fieldSelector: `metadata.name=${DEFAULT}` },
        keys: (account, deleted) => (deleted ? [`/${account.metadata.namespace}`] : []),
      },
    ],
    async reconcile(key) {
      const { name } = splitKey(key);
      try {
        const namespace = await client.get({ ...NAMESPACES, name });
        if (isTerminating(namespace)) return undefined;
        // A creation that is bound to fail would still reach the webhooks of accounts.
        const account = { ...ACCOUNTS, namespace: name, name: DEFAULT };
        if ((await ignoring(["NotFound"], client.get(account))) !== undefined) return undefined;
        await client.create(
          { ...ACCOUNTS, namespace: name },
          { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: DEFAULT, namespace: name } },
        );
      } catch (error) {
        // The account exists already, or the namespace is being deleted.
        const settled =
          isApiError(error, "AlreadyExists") || isApiError(error, "NotFound") || isApiError(error, "Forbidden");
        if (!settled || (isApiError(error, "Forbidden") && !isTerminatingRefusal(error.status.details?.causes)))
          throw error;
      }
      return undefined;
    },
  });
}

const isTerminatingRefusal = (causes: readonly { reason?: string }[] | undefined): boolean =>
  causes?.some((cause) => cause.reason === "NamespaceTerminating") ?? false;
