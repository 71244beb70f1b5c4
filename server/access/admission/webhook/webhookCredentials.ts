import { isAbsolute } from "node:path";
import { invalid } from "../../../../shared/fieldError.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { type CallerCredentials, readCallerCredentials } from "../../kubeconfig/callerCredentials.ts";
import type { PluginConfigurations } from "../configuration/admissionConfiguration.ts";
import { checkShape } from "../configuration/configurationObject.ts";

/**
 * Returns the server's credentials for a webhook.
 * @param target host and port: `name.namespace.svc:443` for services
 */
export type CredentialsFor = (target: string) => CallerCredentials | undefined;

const noCredentials: CredentialsFor = () => undefined;

/**
 * The credentials in a `WebhookAdmissionConfiguration` for the webhooks of a plugin.
 * @param plugin `MutatingAdmissionWebhook` or `ValidatingAdmissionWebhook`
 * @throws Error for an invalid configuration, KubeconfigError for an unusable file
 */
export async function webhookCredentials(
  plugin: string,
  configurations: PluginConfigurations,
  { render }: Vocabulary,
  now: () => number,
): Promise<CredentialsFor> {
  const value = configurations.get(plugin);
  if (value === undefined) return noCredentials;
  const older = value["kind"] === "WebhookAdmission";
  checkShape(value, {
    kind: older ? "WebhookAdmission" : "WebhookAdmissionConfiguration",
    apiVersions: [render(`apiserver.config.{domain}/${older ? "v1alpha1" : "v1"}`)],
    members: { kubeConfigFile: "text" },
  });
  const { kubeConfigFile: file = "" } = value as { readonly kubeConfigFile?: string };
  if (!isAbsolute(file)) {
    const { field, message } = invalid("kubeConfigFile", file, "must be an absolute file path");
    throw new Error(`${field}: ${message}`);
  }
  const { users, current } = await readCallerCredentials(file, now);
  return (target) => {
    const named = namesFor(target).find((name) => users.has(name));
    return users.get(named ?? current ?? "");
  };
}

/** The names of users that match a target, most specific first. Port 443 may be omitted. */
function namesFor(target: string): string[] {
  const bare = target.endsWith(":443") ? [target.slice(0, -":443".length)] : [];
  return [...[target, ...bare].flatMap((name) => [name, ...wildcardsOf(name)]), "*"];
}

/** `*.b.c` and `*.c` for `a.b.c`. */
function wildcardsOf(name: string): string[] {
  const steps = name.split(".");
  return steps.slice(1).map((_step, i) => `*.${steps.slice(i + 1).join(".")}`);
}
