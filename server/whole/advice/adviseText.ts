import type { Advisor, ConversionNote, Finding } from "../../../shared/advice/advisor.ts";
import type { ManifestProblem, TextAdvice } from "../../../shared/advice/answers.ts";
import { printInSteps } from "../../../shared/json/printInSteps.ts";
import { writeYaml } from "../../../shared/yaml/writeYaml.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import { readManifests } from "./readManifests.ts";

/** Examines every document of a text, yielding to the event loop. @param signal aborts the work */
export async function adviseText(advisor: Advisor, text: string, signal: AbortSignal): Promise<TextAdvice> {
  const findings: (Finding & { readonly line: number })[] = [];
  const notes: (ConversionNote & { readonly line: number })[] = [];
  const problems: ManifestProblem[] = [];
  const parts: string[] = [];
  let documents = 0;
  for await (const document of readManifests(text, signal)) {
    if ("problem" in document) {
      problems.push(document.problem);
      continue;
    }
    documents += 1;
    const { line, value, isJson } = document;
    const advice = await inTurns(advisor.advise(value));
    for (const finding of advice.findings) findings.push({ ...finding, line });
    for (const note of advice.notes) notes.push({ ...note, line });
    parts.push(advice.document === value ? document.text : await written(advice.document, isJson));
  }
  const changes = advisor.changes(findings);
  const advice = { findings, notes, problems, changes, documents };
  if (problems.length > 0) return advice;
  return { ...advice, converted: findings.length === 0 ? text : joined(parts) };
}

async function written(document: unknown, isJson: boolean): Promise<string> {
  const parts = await inTurns(isJson ? printInSteps(document, 2) : writeYaml(document, false));
  return `${parts.join("")}${isJson ? "\n" : ""}`;
}

const joined = (parts: readonly string[]): string =>
  parts.map((part) => (part.endsWith("\n") ? part : `${part}\n`)).join("---\n");
