import type { Readable } from "node:stream";
import { createAdvisor } from "../../../../shared/advice/advisor.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";
import { ConnectionError } from "../apiConnection.ts";
import type { CommandOutput } from "../explain.ts";
import { adviseFiles } from "./adviseFiles.ts";
import { type AdviseFlags, parseAdviseFlags } from "./adviseFlags.ts";
import { adviseUsage } from "./adviseUsage.ts";
import { type AdviceReport, type AdviseExitCode, exitCodeOf } from "./report.ts";
import { reportText } from "./reportText.ts";

/**
 * `orrery advise`: finds deprecated or removed versions of the API, in manifests and in a cluster's usage, and writes
 * converted manifests.
 *
 * @param argv the arguments after `advise`
 * @throws CommanderError after `--help` was printed
 */
export async function adviseCommand(
  argv: readonly string[],
  output: CommandOutput,
  stdin: () => Readable,
): Promise<AdviseExitCode> {
  try {
    const flags = parseAdviseFlags(argv);
    const report = await reportOf(flags, output, stdin);
    const text = flags.output === "json" ? `${JSON.stringify(report, null, 2)}\n` : reportText(report);
    // Standard output is used for the manifests then.
    if (flags.convert && flags.outputDir === undefined) output.error(text);
    else output.out(text);
    return exitCodeOf(report);
  } catch (error) {
    const isExplained =
      error instanceof OptionError ||
      error instanceof ConnectionError ||
      (error instanceof Error && "syscall" in error);
    if (!isExplained) throw error;
    output.error(`orrery advise: ${error.message}\n`);
    return 1;
  }
}

async function reportOf(flags: AdviseFlags, output: CommandOutput, stdin: () => Readable): Promise<AdviceReport> {
  const { target, vocabulary } = flags;
  const advisor = createAdvisor(vocabulary, target);
  const files = await adviseFiles(advisor, { ...flags, stdin }, output);
  const usage = await adviseUsage(advisor, flags);
  const changes = advisor.changes([...files.findings, ...(usage?.usages ?? [])]);
  return { target, ...files, ...(usage === undefined ? {} : { usage }), changes };
}
