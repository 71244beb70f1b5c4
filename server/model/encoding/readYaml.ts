import { parseInSteps } from "../../../shared/json/parseInSteps.ts";
import { hasLongDigits } from "../../../shared/json/parseJson.ts";
import { inTurns, turnAfter } from "../../ground/turns/turns.ts";
import { hasDuplicates } from "./duplicateKeys.ts";
import { refuseDeepNestingInSteps } from "./nesting.ts";
import { parseYaml, type YamlDocument } from "./yamlReader/parseYaml.ts";
import { sortMembers, sortMembersInSteps } from "./yamlReader/sortMembers.ts";
import type { YamlOptions } from "./yamlWorker/job.ts";
import { YamlPool } from "./yamlWorker/yamlPool.ts";

/**
 * Texts with more characters, and those with aliases, are parsed in another thread: the parser needs about three
 * milliseconds per KiB.
 */
const LARGE = 8 * 1024;

/** Matches possible aliases: with nested aliases, a short text may expand to a large value. */
const ALIAS = /(?:^|[\s,:[{-])\*[^\s*,\]}"']/;

/** Threads for request bodies. */
const bodies = new YamlPool();

/**
 * Decodes the first YAML document of a text without blocking other requests.
 *
 * @param signal of the request: parsing of a large text stops when the request has ended
 * @param pool of threads that parse large texts. Default: those for request bodies
 * @throws YamlSyntaxError on malformed YAML and too many aliases, ApiError 400 on text that nests too deeply, and the
 * errors of `YamlPool`
 */
export async function readYaml(
  text: string,
  options: YamlOptions,
  signal: AbortSignal,
  pool = bodies,
): Promise<YamlDocument> {
  const json = await jsonOfYaml(text);
  if (json !== undefined) {
    return { value: options.sorted ? await inTurns(sortMembersInSteps(json.value)) : json.value, duplicates: [] };
  }
  if (text.length > LARGE || ALIAS.test(text)) {
    const { json, duplicates } = await pool.parse({ text, options }, signal);
    return { value: await inTurns(parseInSteps(json, options.exact)), duplicates };
  }
  const { value, duplicates } = parseYaml(text, options.exact);
  return { value: options.sorted ? sortMembers(value) : value, duplicates };
}

/** Matches fractions and exponents, for which YAML has different rules, and a few similar strings. */
const FRACTION = /[:,[]\s*-?\d+[.eE]/;
/**
 * Matches what differs between JSON and YAML: surrogate escapes, which are not characters in YAML; names too long for
 * keys; tabs and unusual line breaks.
 */
const UNLIKE_JSON = /\\u[dD][89a-fA-F]|"[^"\\]{1000,}"\s*:|[\t\r]/;

/**
 * The value of a text that is JSON and has the same meaning as YAML. Nearly all clients that apply send such texts, and
 * the JSON parser is a hundred times as fast. Undefined for all other texts.
 */
async function jsonOfYaml(text: string): Promise<{ readonly value: unknown } | undefined> {
  const began = performance.now();
  if (!/^[ \n]*\{/.test(text) || hasLongDigits(text) || FRACTION.test(text) || UNLIKE_JSON.test(text)) return undefined;
  await inTurns(refuseDeepNestingInSteps(text));
  try {
    await turnAfter(began);
    const value = await inTurns(parseInSteps(text));
    return (await inTurns(hasDuplicates(text, value))) ? undefined : { value };
  } catch {
    return undefined;
  }
}
