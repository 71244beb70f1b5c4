import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import type { Advisor } from "../../../../shared/advice/advisor.ts";
import type { TextAdvice } from "../../../../shared/advice/answers.ts";
import { adviseText } from "../../advice/adviseText.ts";
import type { CommandOutput } from "../explain.ts";
import { manifestFiles } from "./manifestFiles.ts";
import type { FileReport } from "./report.ts";

/** Which files to examine, and what to do with them. */
export interface FilesToAdvise {
  readonly paths: readonly string[];
  readonly stdin: () => Readable;
  readonly convert: boolean;
  readonly outputDir: string | undefined;
}

/**
 * Examines all files, and writes converted manifests on request. Files that cannot be read are reported and skipped.
 */
export async function adviseFiles(
  advisor: Advisor,
  { paths, stdin, convert, outputDir }: FilesToAdvise,
  output: CommandOutput,
): Promise<FileReport> {
  const report: FileReport = { documents: 0, findings: [], notes: [], problems: [] };
  let isFirst = true;
  const write = async (place: string, converted: string): Promise<void> => {
    if (outputDir !== undefined) {
      const path = join(outputDir, place);
      await mkdir(dirname(path), { recursive: true });
      // An existing file is not overwritten.
      await writeFile(path, converted, { flag: "wx" });
      return;
    }
    output.out(`${isFirst ? "" : "---\n"}${converted}${converted.endsWith("\n") ? "" : "\n"}`);
    isFirst = false;
  };
  const problem = (source: string, error: unknown, failure = "cannot be read"): void => {
    report.problems.push({ source, message: `${failure}: ${messageOf(error)}` });
  };
  const files = manifestFiles(paths, stdin);
  for (;;) {
    const next = await files.next().catch((error: unknown) => problem("files", error));
    if (next === undefined || next.done === true) return report;
    const { name, place, read } = next.value;
    let advice: TextAdvice;
    try {
      advice = await adviseText(advisor, await read(), new AbortController().signal);
    } catch (error) {
      problem(name, error);
      continue;
    }
    report.documents += advice.documents;
    for (const finding of advice.findings) report.findings.push({ source: name, ...finding });
    for (const note of advice.notes) report.notes.push({ source: name, ...note });
    for (const { line, message } of advice.problems) {
      report.problems.push({ source: name, line, message: `cannot be read: ${message}` });
    }
    if (!convert || advice.converted === undefined) continue;
    await write(place, advice.converted).catch((error: unknown) => {
      problem(join(outputDir ?? "", place), error, "cannot be written");
    });
  }
}

/** @throws unexpected errors */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "EEXIST") return "is there already";
  if (code === "ENOENT") return "there is no such file";
  if (code === "EISDIR") return "is a folder";
  return error.message;
}
