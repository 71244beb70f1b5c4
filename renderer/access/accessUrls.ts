import type { Subject } from "../../shared/rbac/types.ts";
import { accessUrl } from "../app/urls.ts";
import { QUESTION_KEYS } from "./questionFrom.ts";
import type { Question } from "./review.ts";
import { type Whom, whomOf, whomParams } from "./whom.ts";

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

/** A question as query parameters; what is empty is left out, but not the namespace, which would be another one then. */
export function questionParams(question: Question, whom?: Whom): URLSearchParams {
  const params = new URLSearchParams({ mode: question.mode });
  for (const key of QUESTION_KEYS) if (question[key] !== "" || key === "namespace") params.set(key, question[key]);
  for (const [key, value] of whom === undefined ? [] : whomParams(whom)) params.append(key, value);
  return params;
}

/** Where a question is asked and explained. */
export const questionUrl = (cluster: string, question: Question, whom?: Whom): string =>
  `${accessUrl(cluster)}?${questionParams(question, whom)}`;

/** The kinds by verbs that a subject holds. */
export function subjectMatrixUrl(cluster: string, subject: Subject, bindingNamespace: string): string {
  const params = new URLSearchParams([
    ["by", "kinds"],
    ["ns", bindingNamespace],
    ...whomParams(whomOf(subject, bindingNamespace)),
  ]);
  return `${accessViewUrl(cluster, "matrix")}?${params}`;
}
