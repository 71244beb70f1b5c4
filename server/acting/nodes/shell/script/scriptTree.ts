import { textOf } from "./commandTree.ts";

/** The parts of the library's syntax trees that are used here. */
export interface Node {
  readonly type: string;
}
export interface Word extends Node {
  readonly parts: readonly (Node & { readonly value?: string })[];
}
export interface Redirection extends Node {
  readonly operator: string;
  readonly fd?: number | null;
}
export interface Command extends Node {
  name?: Word | string | null;
  redirections?: Redirection[];
  body?: Statement[] | Command;
  condition?: Statement[];
  clauses?: readonly { condition: Statement[]; body: Statement[] }[];
  elseBody?: Statement[] | null;
  items?: readonly { body: Statement[] }[];
  assignments?: unknown[];
  args?: readonly unknown[];
}
export interface Statement extends Node {
  readonly pipelines: readonly { readonly commands: Command[] }[];
}
export interface Script extends Node {
  statements: Statement[];
}

export const literal = (value: string): Word => ({ type: "Word", parts: [{ type: "Literal", value }] });

export const commandsOf = (statements: readonly Statement[]): Command[] =>
  statements.flatMap(({ pipelines }) => pipelines.flatMap(({ commands }) => commands));

/** The lists of statements that make up a compound command. */
export function listsOf({ condition, body, clauses = [], elseBody, items = [] }: Command): Statement[][] {
  if (body !== undefined && !Array.isArray(body)) return listsOf(body);
  const lists = [condition, body, ...clauses.flatMap((each) => [each.condition, each.body]), elseBody];
  return [...lists, ...items.map((item) => item.body)].filter((list) => Array.isArray(list));
}

/** The name of a simple command, when it is a plain literal. */
export function nameOf({ name }: Command): string | undefined {
  return typeof name === "object" && name !== null ? textOf(name) : undefined;
}
