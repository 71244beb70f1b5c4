import { aggregateText } from "../../../../../shared/text/aggregateText.ts";
import { messageOf } from "../../../../../shared/text/messageOf.ts";
import type { Value } from "../../storage.ts";
import { keyIdFault } from "./encryptedObject.ts";
import { hashOf, KmsKeys } from "./kmsKeys.ts";
import { type KmsPlugin, type KmsPluginParts, watchedPlugin } from "./kmsPlugin.ts";
import type { KmsService, KmsStatus } from "./kmsService.ts";
import { kmsTransformer, sourceOf } from "./kmsTransformer.ts";
import { sourcesIn } from "./kmsValues.ts";

/** A plug-in of version 2, with its name in the configuration. */
export interface NamedKms {
  readonly name: string;
  readonly service: KmsService;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A plug-in of version 2. Its health check also creates a new seed when the plug-in reports another key. */
export function kmsPlugin(
  { name, service, now }: NamedKms,
  parts: KmsPluginParts,
): KmsPlugin & { readonly keys: KmsKeys } {
  const keys = new KmsKeys(service, now);
  let version = "";

  const judge = async (status: KmsStatus): Promise<void> => {
    const faults: string[] = [];
    if (status.healthz !== "ok") faults.push(`got unexpected healthz status: ${status.healthz}`);
    if (status.version !== "v2" && status.version !== "v2beta1") {
      faults.push(`expected KMSv2 API version v2, got ${status.version}`);
    } else {
      version ||= status.version;
      if (version !== status.version) {
        const first = `the initial status response version ${version}`;
        faults.push(`KMSv2 API version should not change after ${first}, got ${status.version}`);
      }
    }
    const fault = keyIdFault(status.keyId);
    if (fault === undefined) await keys.rotate(status.keyId).catch((error) => faults.push(messageOf(error)));
    else faults.push(`got invalid KMSv2 KeyID hash ${JSON.stringify(hashOf(status.keyId))}: ${fault}`);
    if (faults.length > 0) throw new Error(`kmsv2 Provider ${name} is not healthy, error: ${aggregateText(faults)}`);
  };

  const look = async (): Promise<void> => {
    let status: KmsStatus;
    try {
      status = await service.status();
    } catch (error) {
      const what = `status section of the healthz check for KMS Provider ${name}`;
      throw new Error(`failed to perform ${what}, error: ${messageOf(error)}`);
    }
    await judge(status);
  };

  const values = {
    prefix: `kms:v2:${name}:`,
    transformer: kmsTransformer(keys),
    async unlock(stored: Iterable<Value>) {
      await keys.unlock(sourcesIn(stored, sourceOf));
      return undefined;
    },
  };
  const plugin = watchedPlugin({ values, look, retry: () => keys.retry(), close: () => service.close() }, parts);
  return { ...plugin, keys };
}
