import { ruleText } from "../../../shared/rbac/ruleText.ts";
import { describeGrant } from "../../../shared/rbac/subjects.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { ConnectionError, connectApi } from "./apiConnection.ts";
import { CommandError } from "./commandError.ts";
import { explainAccess, type Finding } from "./explainAccess.ts";
import { parseExplainFlags } from "./explainFlags.ts";
import { explanationText } from "./explanationText.ts";

/** 0: allowed, 1: denied, 2: unknown. */
export type ExplainExitCode = 0 | 1 | 2;

/** The output streams of a command. */
export interface CommandOutput {
  out(text: string): void;
  error(text: string): void;
}

/**
 * `orrery explain`: asks a running server whether a user may do something, prints the verdict, and the binding and role
 * that allow it or the nearest misses.
 *
 * @param argv the arguments after `explain`
 * @throws CommanderError after `--help` was printed
 */
export async function explainCommand(argv: readonly string[], output: CommandOutput): Promise<ExplainExitCode> {
  try {
    const flags = parseExplainFlags(argv);
    const finding = await explainAccess(connectApi(await flags.server()), flags);
    output.out(
      flags.output === "json" ? `${JSON.stringify(findingJson(finding), null, 2)}\n` : explanationText(finding),
    );
    return finding.verdict.allowed ? 0 : 1;
  } catch (error) {
    const isExplained =
      error instanceof OptionError ||
      error instanceof CommandError ||
      error instanceof ConnectionError ||
      (error instanceof Error && "syscall" in error);
    if (!isExplained) throw error;
    output.error(`orrery explain: ${error.message}\n`);
    return 2;
  }
}

/** The finding for programs: bindings and roles by name, rules unchanged. */
function findingJson({ user, request, verdict, explanation, remedies, agrees, hidden, notes }: Finding): unknown {
  const { resourceRequest, ...asked } = request;
  return {
    user,
    [resourceRequest ? "resourceAttributes" : "nonResourceAttributes"]: asked,
    verdict,
    agrees,
    grants: explanation.grants.map(({ binding, subject, rule }) => ({
      by: describeGrant(binding, subject),
      binding,
      rule,
    })),
    nearMisses: explanation.nearMisses.map(({ lacks, slip, binding, subject, rule }) => ({
      lacks,
      ...(slip === undefined ? {} : { slip }),
      by: describeGrant(binding, subject),
      binding,
      ...(rule === undefined ? {} : { rule, ruleText: ruleText(rule) }),
    })),
    remedies: remedies.map(({ role: { name, namespace }, more }) => ({ name, namespace, more })),
    hidden,
    notes,
  };
}
