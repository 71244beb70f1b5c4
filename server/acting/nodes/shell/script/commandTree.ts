/** The parts of the library's syntax trees from which commands are rebuilt. */
export interface Word {
  readonly parts: readonly WordPart[];
}
export interface WordPart {
  readonly type: string;
  readonly value?: string;
  readonly parameter?: string;
  readonly parts?: readonly WordPart[];
}
export interface SimpleCommand {
  readonly type: "SimpleCommand";
  readonly name?: Word | null;
  readonly args: readonly Word[];
  readonly assignments: readonly { readonly array?: readonly Word[] | null }[];
  readonly redirections: readonly unknown[];
}
export interface Statement {
  readonly pipelines: readonly { readonly commands: unknown[] }[];
}
/** Parses a text to a list of statements. @throws Error of the parser */
export type Parse = (text: string) => readonly Statement[];

/**
 * Replaces simple commands everywhere in a tree.
 * @param replace returns undefined for a command that stays unchanged
 */
export function replaceCommands(tree: unknown, replace: (command: SimpleCommand) => unknown): void {
  if (typeof tree !== "object" || tree === null) return;
  const node = tree as Record<string, unknown>;
  for (const [key, inner] of Object.entries(node)) {
    replaceCommands(inner, replace);
    if ((inner as SimpleCommand | null)?.type === "SimpleCommand") node[key] = replace(inner as SimpleCommand) ?? inner;
  }
}

/** The text of a word that is a plain literal; otherwise undefined. */
export function textOf(word: Word | null | undefined): string | undefined {
  const [part, ...more] = word?.parts ?? [];
  return more.length === 0 && part?.type === "Literal" ? part.value : undefined;
}

/** Parses a text to a group `{ …; }`, in which a command replaces the placeholder named `COMMAND`. */
export function groupOf(text: string, command: unknown, parse: Parse): unknown {
  const body = parse(text);
  replaceCommands(body, ({ name }) => (textOf(name) === "COMMAND" ? command : undefined));
  const [group] = parse("{ x; }")[0]?.pipelines[0]?.commands ?? [];
  return { ...(group as object), body };
}
