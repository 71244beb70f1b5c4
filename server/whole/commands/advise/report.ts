import type { ConversionNote, Finding } from "../../../../shared/advice/advisor.ts";
import type { ClusterUsage } from "../../../../shared/advice/usage.ts";
import type { VersionChanges } from "../../../../shared/advice/verdict.ts";

/** A place in the files. */
interface Place {
  readonly source: string;
  /** Line number from 1; undefined for the whole file. */
  readonly line?: number;
}

/** The findings in files. */
export interface FileReport {
  documents: number;
  readonly findings: (Finding & Place)[];
  readonly notes: (ConversionNote & Place)[];
  readonly problems: (Place & { readonly message: string })[];
}

/** The complete result of `orrery advise`. */
export interface AdviceReport extends FileReport {
  readonly target: string;
  /** The results from a cluster or an audit log; undefined when none was examined. */
  readonly usage?: ClusterUsage;
  readonly changes: VersionChanges;
}

/**
 * 0: nothing to do; 1: wrong usage, or something could not be read; 2: only deprecated versions; 3: removed versions.
 */
export type AdviseExitCode = 0 | 1 | 2 | 3;

/** A file that could not be read may contain anything: its exit code takes precedence over those of findings. */
export function exitCodeOf({ findings, notes, problems, usage }: AdviceReport): AdviseExitCode {
  if (problems.length > 0 || (usage !== undefined && usage.hidden.length > 0)) return 1;
  const found = [...findings, ...(usage?.usages ?? [])];
  if (found.some(({ state }) => state === "removed") || notes.some(({ failed }) => failed)) return 3;
  return found.length > 0 ? 2 : 0;
}
