import { messageOf } from "../../../shared/text/messageOf.ts";
import { quoted } from "../../../shared/text/quoted.ts";
import type { AdmissionPlugin } from "../../api/registry/admission/plugin.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { type ImagePolicySetup, setUpImagePolicy } from "./imagePolicy/setUpImagePolicy.ts";
import type { PluginChoice } from "./plugins.ts";
import type { WebhookParts } from "./webhook/setUpWebhooks.ts";
import { type CredentialsFor, webhookCredentials } from "./webhook/webhookCredentials.ts";

/** Plugins and credentials that are loaded from files named by plugin configurations. */
export interface Configured {
  /** The plugins created from these files. */
  readonly late: readonly AdmissionPlugin[];
  readonly credentials: NonNullable<WebhookParts["credentials"]>;
}

/** @throws OptionError for an invalid configuration, or an unusable file */
export async function setUpConfigured(choice: PluginChoice, setup: ImagePolicySetup): Promise<Configured> {
  const credentials = async (plugin: string): Promise<CredentialsFor> => {
    try {
      return await webhookCredentials(plugin, setup.configurations, setup.vocabulary, setup.now);
    } catch (error) {
      throw new OptionError(`couldn't init admission plugin ${quoted(plugin)}: ${messageOf(error)}`);
    }
  };
  return {
    late: await setUpImagePolicy(choice, setup),
    credentials: {
      mutating: await credentials("MutatingAdmissionWebhook"),
      validating: await credentials("ValidatingAdmissionWebhook"),
    },
  };
}
