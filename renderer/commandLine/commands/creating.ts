import type { ApiObject } from "../../../shared/object.ts";
import { resourcePath, withQuery } from "../../../shared/resourcePath.ts";
import type { Command, Session } from "../model/command.ts";
import { type Flag, type Input, UsageError } from "../model/flags.ts";
import { needKind, wordOf } from "../model/targets.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** Flags that take a value. */
export const valueFlags = (...names: string[]): Flag[] => names.map((name) => ({ name, takes: true }));

/** The name argument that a command requires. @throws UsageError */
export function nameIn({ args }: Input, at = 0): string {
  const name = args[at];
  if (name === undefined) throw new UsageError("error: exactly one NAME is required, got 0");
  return name;
}

/** The value of a required flag. @throws UsageError */
export function requiredValue(input: Input, flag: string): string {
  const value = input.value(flag);
  if (value === "") throw new UsageError(`error: required flag(s) "${flag}" not set`);
  return value;
}

/** Parses `a=b,c=d` or repeated flags. @throws UsageError */
export function pairsOf(values: readonly string[], flag: string): Record<string, string> {
  return Object.fromEntries(
    values.map((each) => {
      const [, key, value] = /^([^=]+)=([\s\S]*)$/.exec(each) ?? [];
      if (key === undefined || value === undefined)
        throw new UsageError(`error: --${flag} must be KEY=VALUE, not "${each}"`);
      return [key, value];
    }),
  );
}

/** Creates an object and reports it. @throws ApiError, UsageError if the server does not have the kind */
export async function create(
  resource: string,
  object: Fields & { metadata: { name: string } },
  session: Session,
): Promise<ApiObject> {
  const type = needKind(resource, session.types);
  const namespace = type.namespaced ? session.namespace : "";
  const created = await session.ask({
    method: "POST",
    path: withQuery(resourcePath({ ...type, namespace }), { fieldManager: session.fieldManager }),
    body: {
      apiVersion: type.group === "" ? type.version : `${type.group}/${type.version}`,
      kind: type.kind,
      ...object,
    },
  });
  session.print(`${wordOf(type)}/${created.metadata.name} created`);
  return created;
}

/** A command that creates one object of a kind from its flags. */
export const createCommand = (
  name: string,
  resource: string,
  usage: string,
  flags: readonly Flag[],
  fieldsOf: (input: Input, session: Session) => Fields,
): Command => ({
  name: `create ${name}`,
  usage: `NAME ${usage}`.trim(),
  summary: `Makes a ${name}`,
  flags,
  async run(input, session) {
    await create(resource, { metadata: { name: nameIn(input) }, ...fieldsOf(input, session) }, session);
  },
});

/** The container from `--image` and the words after `--`. */
export const containerOf = (name: string, input: Input): Fields => ({
  name,
  image: requiredValue(input, "image"),
  ...(input.rest === undefined ? {} : { command: input.rest }),
});
