import { aggregateText } from "../../../shared/text/aggregateText.ts";
import { messageOf } from "../../../shared/text/messageOf.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { readTextFile } from "../../ground/settings/readTextFile.ts";
import { type ConfigurationKind, readConfiguration } from "../../model/encoding/configurationFile.ts";
import type { Schema } from "../../model/schema/schema.ts";
import type { AuditPolicy } from "./policy.ts";
import { validatePolicy } from "./policyValidation.ts";

const KIND: ConfigurationKind = {
  kind: "Policy",
  group: "audit.{domain}",
  versions: ["v1"],
  definition: "apiserver.pkg.apis.audit",
};

/**
 * Reads the policy of `--audit-policy-file`: YAML or JSON. Unknown and repeated fields are ignored, as in the
 * reference; `warn` is called with each.
 * @throws OptionError that names the file
 */
export async function loadAuditPolicy(
  path: string,
  schema: Schema,
  warn: (text: string) => void,
): Promise<AuditPolicy> {
  const refuse = (detail: string): OptionError => new OptionError(`loading audit policy file: ${detail}`);
  let text: string;
  try {
    text = await readTextFile(path);
  } catch (error) {
    throw refuse(`failed to read file path ${JSON.stringify(path)}: ${reason(error, path)}`);
  }
  try {
    const { value, faults } = await readConfiguration(text, KIND, schema);
    if (faults.length > 0) {
      warn(`Audit policy contains errors, falling back to lenient decoding: ${faults.join(", ")}: from file ${path}`);
    }
    return checked(value as AuditPolicy);
  } catch (error) {
    throw refuse(`${messageOf(error)}: from file ${path}`);
  }
}

function reason(error: unknown, path: string): string {
  const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
  return missing ? `open ${path}: no such file or directory` : (error as Error).message;
}

/** @throws Error */
function checked(policy: AuditPolicy): AuditPolicy {
  const errors = validatePolicy(policy);
  if (errors.length > 0) throw new Error(aggregateText(errors.map(({ field, message }) => `${field}: ${message}`)));
  if ((policy.rules ?? []).length === 0) throw new Error("loaded illegal policy with 0 rules");
  return policy;
}
