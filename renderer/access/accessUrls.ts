import type { Subject } from "../../shared/rbac/types.ts";
import { accessUrl } from "../app/urls.ts";
import { type AskedSubject, askedSubjectOf, subjectParams } from "./askedSubject.ts";
import { QUESTION_KEYS } from "./questions/questionFrom.ts";
import type { Question } from "./questions/review.ts";

/** The views of the area, in the order of their tabs; the first has the area's own address. */
export const ACCESS_VIEWS = ["canI", "rules", "whoCan", "matrix", "graph", "whatIf", "viewAs"] as const;
type AccessView = (typeof ACCESS_VIEWS)[number];

const SEGMENTS: Readonly<Record<AccessView, string>> = {
  canI: "",
  rules: "rules",
  whoCan: "who-can",
  matrix: "matrix",
  graph: "graph",
  whatIf: "what-if",
  viewAs: "view-as",
};

export const accessViewUrl = (cluster: string, view: AccessView): string =>
  view === "canI" ? accessUrl(cluster) : `${accessUrl(cluster)}/${SEGMENTS[view]}`;

/**
 * A question as query parameters. Omits empty values except the namespace, because an absent namespace means the
 * current one.
 */
export function questionParams(question: Question, subject?: AskedSubject): URLSearchParams {
  const params = new URLSearchParams({ mode: question.mode });
  for (const key of QUESTION_KEYS) if (question[key] !== "" || key === "namespace") params.set(key, question[key]);
  for (const [key, value] of subject === undefined ? [] : subjectParams(subject)) params.append(key, value);
  return params;
}

/** The address of the view that asks a question and explains the answer. */
export const questionUrl = (cluster: string, question: Question, subject?: AskedSubject): string =>
  `${accessUrl(cluster)}?${questionParams(question, subject)}`;

/** The address of the matrix of a subject: kinds by verbs. */
export function subjectMatrixUrl(cluster: string, subject: Subject, bindingNamespace: string): string {
  const params = new URLSearchParams([
    ["by", "kinds"],
    ["ns", bindingNamespace],
    ...subjectParams(askedSubjectOf(subject, bindingNamespace)),
  ]);
  return `${accessViewUrl(cluster, "matrix")}?${params}`;
}
