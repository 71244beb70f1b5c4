import { aggregateText } from "../../../../shared/text/aggregateText.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { FeatureGates } from "../../../ground/settings/featureGates.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";
import type { Quirks } from "../../../ground/settings/quirks.ts";
import { readTextFile } from "../../../ground/settings/readTextFile.ts";
import type { Schema } from "../../../model/schema/schema.ts";
import { parsePolicies } from "../abac/parsePolicies.ts";
import type { Policy } from "../abac/policy.ts";
import { type AuthorizationOptions, checkAuthorizationFlags } from "../flags.ts";
import { flagSettings } from "./flagSettings.ts";
import { loadConfiguration } from "./loadConfiguration.ts";
import type { AuthorizerSettings } from "./settings.ts";

/** The authorization of a server, read and validated before any connection is opened. */
export interface AuthorizationPlan {
  readonly authorizers: readonly AuthorizerSettings[];
  /** The policies of mode ABAC. */
  readonly policies: readonly Policy[];
  /** The configuration file, if the authorizers are configured by one. */
  readonly file?: { readonly path: string; readonly text: string };
  /** Messages for the user who starts the server. */
  readonly warnings: readonly string[];
}

/** @throws OptionError */
export async function planAuthorization(
  options: AuthorizationOptions,
  schema: Schema,
  features: FeatureGates,
  quirks: Quirks,
): Promise<AuthorizationPlan> {
  const faults = checkAuthorizationFlags(options);
  if (features.enabled("AuthorizeNodeWithSelectors") && !features.enabled("AuthorizeWithSelectors")) {
    faults.push("AuthorizeNodeWithSelectors feature requires AuthorizeWithSelectors feature to be enabled");
  }
  if (faults.length > 0) throw new OptionError(aggregateText(faults));
  const { authorizationConfig: path, authorizationPolicyFile } = options;
  const named = path === undefined ? undefined : { path, text: await read(path) };
  const authorizers =
    named === undefined ? flagSettings(options, quirks) : await orRefuse(loadConfiguration(named.text, schema));
  const file = named === undefined ? {} : { file: named };
  if (!authorizers.some(({ type }) => type === "ABAC")) return { authorizers, policies: [], warnings: [], ...file };
  const policyFile = authorizationPolicyFile ?? "";
  const { policies, unversioned } = await orRefuse(
    (async () => parsePolicies(await read(policyFile), policyFile, schema.vocabulary))(),
  );
  const warnings = unversioned === 0 ? [] : [`Policy file ${policyFile} contained unversioned rules`];
  return { authorizers, policies, warnings, ...file };
}

async function read(path: string): Promise<string> {
  try {
    return await readTextFile(path);
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw new OptionError(`open ${path}: ${missing ? "no such file or directory" : (error as Error).message}`);
  }
}

async function orRefuse<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    throw new OptionError(messageOf(error));
  }
}
