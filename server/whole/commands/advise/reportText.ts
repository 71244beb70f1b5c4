import type { Finding } from "../../../../shared/advice/advisor.ts";
import type { Usage } from "../../../../shared/advice/usage.ts";
import type { Verdict } from "../../../../shared/advice/verdict.ts";
import type { AdviceReport } from "./report.ts";

/** The report for people: one line per place, then once per version what changes. */
export function reportText(report: AdviceReport): string {
  const { findings, notes, problems, usage, changes, target, documents } = report;
  const lines = [
    ...problems.map(({ source, line, message }) => `${at(source, line)}: ${message}`),
    ...findings.map((finding) => `${at(finding.source, finding.line)}: ${findingText(finding, target)}`),
    ...(usage?.usages ?? []).map((each) => usageText(each, target)),
  ];
  if (usage !== undefined && usage.more > 0) lines.push(`and ${usage.more} more`);
  if (notes.length > 0) lines.push("", "Conversion:");
  for (const note of notes) {
    const what = `${note.kind} ${nameOf(note)}`.trimEnd();
    lines.push(`  ${at(note.source, note.line)}: ${what}: ${note.failed ? "has to be mended: " : ""}${note.en}`);
  }
  for (const [version, texts] of Object.entries(changes)) {
    if (texts.length > 0) lines.push("", `${version}:`, ...texts.map(({ en }) => `  - ${en}`));
  }
  for (const [i, sentence] of (usage?.hidden ?? []).entries()) {
    if (i === 0) lines.push("", "Could not be looked at:");
    lines.push(`  ${sentence}`);
  }
  const seen = `documents: ${documents}${usage === undefined ? "" : `, objects: ${usage.objects}`}`;
  const isNothing = findings.length + problems.length + (usage?.usages.length ?? 0) + (usage?.hidden.length ?? 0) === 0;
  if (isNothing) lines.push(`Nothing to do for ${target} (${seen}).`);
  return `${lines.map(printable).join("\n")}\n`;
}

const at = (source: string, line: number | undefined): string => (line === undefined ? source : `${source}:${line}`);

function findingText(finding: Finding, target: string): string {
  const name = nameOf(finding);
  const where = finding.at === undefined ? "" : ` (named in ${finding.at})`;
  return `${verdictText(finding, target)}${name === "" ? "" : ` ${name}`}${where}${endText(finding)}`;
}

const EVIDENCE: Readonly<Record<Usage["evidence"], string>> = {
  managedFields: "fields written by",
  lastApplied: "last applied",
  reference: "named in",
  helmRelease: "Helm release",
  metric: "requested",
  auditLog: "requested by",
};

function usageText(usage: Usage, target: string): string {
  const { evidence, by, count, last, holder } = usage;
  const path = nameOf(usage);
  const name = holder === undefined ? path : `in ${holder.kind} ${path}`;
  const seen = [
    EVIDENCE[evidence],
    by,
    count === undefined ? "" : `(${count} times)`,
    last === undefined ? "" : `at ${last}`,
  ];
  const how = seen.filter((word) => word !== undefined && word !== "").join(" ");
  return `${verdictText(usage, target)}${name === "" ? "" : ` ${name}`}: ${how}${endText(usage)}`;
}

const verdictText = ({ state, apiVersion, kind }: Verdict, target: string): string =>
  `${state === "removed" ? `gone in ${target}` : "deprecated"}: ${apiVersion} ${kind}`;

function endText({ deprecated, removed, use }: Verdict): string {
  const end = removed === undefined ? "" : `, gone since ${removed}`;
  return `: deprecated since ${deprecated}${end}; ${use === undefined ? "nothing takes its place" : `use ${use.apiVersion}`}`;
}

const nameOf = ({ namespace, name }: { readonly namespace?: string; readonly name?: string }): string =>
  name === undefined ? "" : namespace === undefined ? name : `${namespace}/${name}`;

/** Escapes control characters, which a terminal would interpret: names come from untrusted files. */
const printable = (line: string): string =>
  line.replace(/\p{Cc}/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
