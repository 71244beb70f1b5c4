import { messageOf } from "../../../../shared/text/messageOf.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";
import { readServerAccess } from "../../kubeconfig/readServerAccess.ts";
import { createWebhookClient } from "../../webhook/webhookClient.ts";
import type { PluginConfigurations } from "../configuration/admissionConfiguration.ts";
import type { PluginChoice } from "../plugins.ts";
import { readImagePolicy } from "./imagePolicyConfiguration.ts";
import { imagePolicyWebhook } from "./imagePolicyWebhook.ts";

export interface ImagePolicySetup {
  readonly configurations: PluginConfigurations;
  readonly vocabulary: Vocabulary;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Registers a function to call when the server stops. */
  readonly onStop: (end: () => void) => void;
}

const NAME = "ImagePolicyWebhook";

/**
 * The plugin, if it is enabled. It connects only for the first request.
 * @throws OptionError when the configuration is missing or invalid
 */
export async function setUpImagePolicy(
  { enabled = [], disabled = [] }: PluginChoice,
  { configurations, vocabulary, now, onStop }: ImagePolicySetup,
): Promise<readonly AdmissionPlugin[]> {
  if (!enabled.includes(NAME) || disabled.includes(NAME)) return [];
  try {
    const written = configurations.get(NAME);
    if (written === undefined) throw new Error("no config specified");
    const configuration = readImagePolicy(written);
    const access = await readServerAccess(configuration.kubeConfigFile);
    const client = createWebhookClient({ ...access, userAgent: vocabulary.render("{prefix}-apiserver") });
    const stopping = new AbortController();
    onStop(() => {
      stopping.abort();
      client.close();
    });
    return [imagePolicyWebhook({ configuration, client, vocabulary, now, signal: stopping.signal })];
  } catch (error) {
    throw new OptionError(`couldn't init admission plugin ${quoted(NAME)}: ${messageOf(error)}`);
  }
}
