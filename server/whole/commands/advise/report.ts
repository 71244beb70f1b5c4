import type { ConversionNote, Finding } from "../../../../shared/advice/advisor.ts";
import type { ClusterUsage } from "../../../../shared/advice/usage.ts";
import type { VersionChanges } from "../../../../shared/advice/verdict.ts";

/** Where in the files something is. */
interface Place {
  readonly source: string;
  /** From 1; undefined for the file as a whole. */
  readonly line?: number;
}

/** What was found in files. */
export interface FileReport {
  documents: number;
  readonly findings: (Finding & Place)[];
  readonly notes: (ConversionNote & Place)[];
  readonly problems: (Place & { readonly message: string })[];
}

/** Everything that `orrery advise` has to say. */
export interface AdviceReport extends FileReport {
  readonly target: string;
  /** What a cluster or an audit log shows; undefined when none was looked at. */
  readonly usage?: ClusterUsage;
  readonly changes: VersionChanges;
}

/** 0: nothing to do; 1: wrong use, or something could not be read; 2: only deprecated versions; 3: versions that are gone. */
export type AdviseExitCode = 0 | 1 | 2 | 3;

/** A file that could not be read may hold anything: its exit code wins over those of findings. */
export function exitCodeOf({ findings, notes, problems, usage }: AdviceReport): AdviseExitCode {
  if (problems.length > 0 || (usage !== undefined && usage.hidden.length > 0)) return 1;
  const found = [...findings, ...(usage?.usages ?? [])];
  if (found.some(({ state }) => state === "removed") || notes.some(({ failed }) => failed)) return 3;
  return found.length > 0 ? 2 : 0;
}
