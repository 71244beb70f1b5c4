import type { FlagInfo } from "../../../../shared/console/flagInfo.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { checkPluginChoice } from "../../../access/admission/plugins.ts";
import { planAuthorization } from "../../../access/authorization/config/plan.ts";
import { checkControllerNames } from "../../../acting/controllers/manager.ts";
import { createApiEnablement } from "../../../api/resources/apiEnablement.ts";
import { createPools } from "../../../api/resources/core/services/allocators.ts";
import { createFeatureGates } from "../../../ground/settings/featureGates.ts";
import type { Flag } from "../../../ground/settings/flag.ts";
import { OptionError, orOptionError } from "../../../ground/settings/optionError.ts";
import { quirksOf } from "../../../ground/settings/quirks.ts";
import { loadSchema } from "../../../model/schema/schema.ts";
import { SERVER_FLAGS, type ServerOptions } from "../../options/options.ts";
import { parseServeFlags } from "../../options/parseFlags.ts";

/**
 * Flags about what is served. All others concern folders, files, ports and addresses of this machine: neither the page
 * nor imported files may set those.
 */
const ALLOWED: ReadonlySet<string> = new Set([
  "feature-gates",
  "runtime-config",
  "authorization-mode",
  "anonymous-auth",
  "enable-admission-plugins",
  "disable-admission-plugins",
  "controllers",
  "enable-bootstrap-token-auth",
  "service-account-max-token-expiration",
  "service-account-extend-token-expiration",
  "service-account-lookup",
  "service-cluster-ip-range",
  "service-node-port-range",
  "history-retention",
  "cluster-signing-duration",
  "vocabulary",
]);

/** The flags that a sandbox may have, the most useful first. */
export function sandboxFlags(): FlagInfo[] {
  const known = new Map(Object.values<Flag<unknown>>(SERVER_FLAGS).map((flag) => [flag.name, flag]));
  return [...ALLOWED].flatMap((name) => {
    const flag = known.get(name);
    return flag === undefined ? [] : [{ name, argument: flag.argument, about: flag.about, default: flag.shownDefault }];
  });
}

/**
 * The options for flags, parsed by the server's own parser.
 * @throws OptionError for an invalid flag, or one that a sandbox may not have
 */
export function readSandboxFlags(flags: readonly string[], own: readonly string[]): ServerOptions {
  for (const flag of flags) {
    const [, name = "", hasValue] = /^--([a-z-]+)(=)?/.exec(flag) ?? [];
    if (ALLOWED.has(name) && hasValue !== undefined) continue;
    const shown = JSON.stringify(flag.slice(0, 80).split("=", 1)[0]);
    const allowed = [...ALLOWED].map((one) => `--${one}`).join(", ");
    throw new OptionError(`a sandbox cannot have ${shown}; it may have ${allowed} (--flag=value)`);
  }
  return parseServeFlags([...own, ...flags]).options;
}

/**
 * Checks flags for everything that a start would refuse, so that it can be reported before anything is created.
 * @throws OptionError with the server's message
 */
export async function checkSandboxFlags(flags: readonly string[]): Promise<void> {
  const options = readSandboxFlags(flags, []);
  const vocabulary = orOptionError(() => createVocabulary(options.vocabulary), "--vocabulary");
  const features = createFeatureGates(options.featureGates);
  createApiEnablement(options.runtimeConfig, vocabulary);
  orOptionError(() => checkControllerNames(options.controllers), "--controllers");
  orOptionError(() =>
    checkPluginChoice({ enabled: options.enableAdmissionPlugins, disabled: options.disableAdmissionPlugins }),
  );
  createPools(options);
  await planAuthorization(options, loadSchema(vocabulary), features, quirksOf(options));
}
