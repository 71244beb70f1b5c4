/** The choices of an `enum`: finds a value among very many of them, and lists them for messages. */
import { supportedValues } from "../../../../shared/fieldError.ts";
import { stringifyJson } from "../../../../shared/json/stringifyJson.ts";
import { sortedJson } from "../sortedJson.ts";
import type { JsonSchema } from "./jsonSchema.ts";

export interface Choices {
  includes(value: unknown): boolean;
  /** The list of all choices, for messages. Built once and shared by all errors, because it may be long. */
  listText(): string;
}

const known = new WeakMap<JsonSchema, Choices>();

/** The choices of a schema, cached as long as the schema exists. */
export function choicesOf(schema: JsonSchema, choices: readonly unknown[]): Choices {
  let made = known.get(schema);
  if (made === undefined) {
    made = compile(choices);
    known.set(schema, made);
  }
  return made;
}

function compile(choices: readonly unknown[]): Choices {
  const plain = new Set(choices.filter((each) => !isObject(each)));
  const texts = new Set(choices.filter(isObject).map(canonical));
  let listed: string | undefined;
  return {
    includes: (value) => (isObject(value) ? texts.size > 0 && texts.has(canonical(value)) : plain.has(value)),
    listText() {
      listed ??= supportedValues(choices.map((each) => (typeof each === "string" ? each : stringifyJson(each))));
      return listed;
    },
  };
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
/** Equal for values that only differ in the order of their members. */
const canonical = (value: object): string => stringifyJson(sortedJson(value));
