import {
  bootstrapTokenTimeLeft,
  bootstrapTokenType,
} from "../../../access/authentication/bearerTokens/bootstrapTokenSecret.ts";
import { splitKey } from "../../informers/objectKey.ts";
import { type ControllerParts, type RunningController, startController } from "../controller.ts";
import { ignoring } from "../ignoring.ts";

const SECRETS = { group: "", version: "v1", resource: "secrets" };

/** Deletes bootstrap tokens when they expire. */
export function tokenCleanerController(parts: ControllerParts): RunningController {
  const { client, vocabulary } = parts;
  const namespace = vocabulary.systemNamespace;
  return startController(parts, {
    sources: [
      {
        ref: { ...SECRETS, namespace },
        options: { fieldSelector: `type=${bootstrapTokenType(vocabulary)}` },
      },
    ],
    async reconcile(key) {
      const ref = { ...SECRETS, namespace, name: splitKey(key).name };
      const secret = await ignoring(["NotFound"], client.get(ref));
      if (secret === undefined) return undefined;
      const left = bootstrapTokenTimeLeft(secret, parts.now());
      if (left > 0) return Number.isFinite(left) ? { requeueAfter: left } : undefined;
      // In the meantime, another secret may have got the name.
      await ignoring(["NotFound", "Conflict"], client.delete(ref, { uid: secret.metadata.uid ?? "" }));
      return undefined;
    },
  });
}
