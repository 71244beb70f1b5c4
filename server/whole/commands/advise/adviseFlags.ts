import { Command } from "commander";
import { compareReleases, parseRelease, type Release } from "../../../../shared/advice/release.ts";
import { DEFAULT_TARGET, NEWEST_RELEASE } from "../../../../shared/advice/verdict.ts";
import { createVocabulary, type Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ServerAccess } from "../../../access/kubeconfig/serverAccess.ts";
import { OptionError, orOptionError } from "../../../ground/settings/optionError.ts";
import { parseArguments } from "../../options/parseArguments.ts";
import { type ServerOptionValues, serverOf, withServerOptions } from "../serverOptions.ts";

/** The arguments of `orrery advise`. */
export interface AdviseFlags {
  /** Files and folders; `-` for standard input. */
  readonly paths: readonly string[];
  readonly target: Release;
  readonly vocabulary: Vocabulary;
  /** Whether to write converted manifests. */
  readonly convert: boolean;
  /** Where to write them; standard output when omitted. */
  readonly outputDir: string | undefined;
  readonly output: "text" | "json";
  readonly auditLog: string | undefined;
  /**
   * Reads address and credentials of the cluster to examine; undefined when no cluster is examined.
   * @throws OptionError
   */
  readonly server: (() => Promise<ServerAccess>) | undefined;
}

interface RawOptions extends ServerOptionValues {
  readonly targetVersion: string;
  readonly vocabulary: string;
  readonly convert: boolean;
  readonly outputDir?: string;
  readonly output: string;
  readonly auditLog?: string;
  readonly cluster: boolean;
}

const HELP = `
Files are YAML or JSON, with any number of documents; of folders, all .yaml, .yml and .json files below them are read.
With --convert, documents of versions that end are written for their successors and all others as they were. What was a
default and differs is written out, so that objects keep their meaning; comments of converted documents are lost. Files
that cannot be read whole are not written. Without --output-dir, the report goes to standard error. Of a cluster, the fields that managers own, what was last applied, Helm releases and
the metric of deprecated requests are looked at.

Examples:
  orrery advise deploy/ chart.yaml
  helm template web ./web | orrery advise --convert - > web.yaml
  orrery advise --target-version 1.25 --output json deploy/
  orrery advise --convert --output-dir converted deploy/
  orrery advise --cluster
  orrery advise --kubeconfig config --audit-log audit.log

Exit codes: 0 nothing to do, 1 wrong use or something could not be read, 2 only versions that are deprecated, 3 versions
that are gone in the release (or what they became cannot be used as it is).
`;

/** @throws OptionError with one sentence for the user; CommanderError after `--help` was printed */
export function parseAdviseFlags(argv: readonly string[]): AdviseFlags {
  const command = withServerOptions(
    new Command("orrery advise")
      .description("Find versions of the API that are deprecated or gone, and convert manifests to their successors.")
      .argument("[files...]", "manifests: files, folders, or - for standard input")
      .option("--target-version <release>", "the release to look at", DEFAULT_TARGET)
      .option("--convert", "write the manifests converted", false)
      .option("--output-dir <folder>", "with --convert: write files there instead of standard output")
      .option("-o, --output <format>", "of the report: text or json", "text")
      .option("--cluster", "examine what a running cluster uses; options about a server say so, too", false)
      .option("--audit-log <file>", "look at requests in an audit log (a JSON object a line)")
      .option("--vocabulary <word>", "word that the names of API groups are made of", createVocabulary().word),
  ).addHelpText("after", HELP);
  parseArguments(command, argv);
  const options = command.opts<RawOptions>();
  const { output, outputDir, convert, auditLog, cluster, targetVersion } = options;
  if (output !== "text" && output !== "json") throw new OptionError("--output must be text or json");
  if (outputDir !== undefined && !convert) throw new OptionError("--output-dir needs --convert");
  const paths = command.args;
  if (convert && paths.length === 0) throw new OptionError("--convert needs files");
  if (paths.filter((path) => path === "-").length > 1) throw new OptionError("standard input can be read once");
  const asksServer = cluster || namesServer(options);
  if (paths.length === 0 && auditLog === undefined && !asksServer) {
    throw new OptionError("say which files to read, or --cluster");
  }
  return {
    paths,
    target: targetOf(targetVersion),
    vocabulary: orOptionError(() => createVocabulary(options.vocabulary), "--vocabulary"),
    convert,
    outputDir,
    output,
    auditLog,
    server: asksServer ? () => serverOf(options) : undefined,
  };
}

/** Whether any option refers to a server, valid or not. An invalid one is reported when the server is looked up. */
const namesServer = (options: ServerOptionValues): boolean =>
  options.insecureSkipTlsVerify ||
  [options.dataDir, options.kubeconfig, options.server, options.token, options.certificateAuthority].some(
    (value) => value !== undefined,
  );

function targetOf(text: string): Release {
  const release = parseRelease(text);
  if (release === undefined) throw new OptionError(`--target-version must be a release such as ${DEFAULT_TARGET}`);
  if (compareReleases(release, NEWEST_RELEASE) > 0) {
    throw new OptionError(`--target-version must be at most ${NEWEST_RELEASE}: of later releases nothing is known`);
  }
  return release;
}
