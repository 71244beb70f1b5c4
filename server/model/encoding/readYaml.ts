import { parseInSteps } from "../../../shared/json/parseInSteps.ts";
import { hasLongDigits } from "../../../shared/json/parseJson.ts";
import { inTurns, turnAfter } from "../../ground/turns/turns.ts";
import { hasDuplicates } from "./duplicateKeys.ts";
import { refuseDeepNesting } from "./nesting.ts";
import { parseYaml, type YamlDocument } from "./yamlReader/parseYaml.ts";
import { sortMembers, sortMembersInSteps } from "./yamlReader/sortMembers.ts";
import type { YamlOptions } from "./yamlWorker/job.ts";
import { YamlPool } from "./yamlWorker/yamlPool.ts";

/**
 * Texts of more characters, and those with aliases, are parsed in another thread: the parser needs about three milliseconds for
 * each KiB.
 */
const LARGE = 8 * 1024;

/** Where an alias may stand: a short text may say much with aliases of aliases. */
const ALIAS = /(?:^|[\s,:[{-])\*[^\s*,\]}"']/;

/** Threads for what clients send. */
const bodies = new YamlPool();

/**
 * Decodes the first YAML document of a text; other requests do not wait for it.
 *
 * @param signal of the request: the rest of a large text is not read once it has ended
 * @param pool of the threads that parse a large text. Default: those for the bodies of requests
 * @throws YamlSyntaxError on malformed YAML and too many aliases, ApiError 400 on text that nests too deeply, and what
 *   `YamlPool` throws
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

/** Fractions and exponents, for which YAML has rules of its own; a few strings look like them. */
const FRACTION = /[:,[]\s*-?\d+[.eE]/;
/** Halves of a pair of surrogates, which are no characters in YAML; names that are too long for keys; tabs and odd breaks. */
const UNLIKE_JSON = /\\u[dD][89a-fA-F]|"[^"\\]{1000,}"\s*:|[\t\r]/;

/**
 * The value of a text that is JSON and means the same as YAML. Nearly all clients that apply send such texts: the JSON
 * parser is a hundred times as fast. Undefined for all others.
 */
async function jsonOfYaml(text: string): Promise<{ readonly value: unknown } | undefined> {
  const began = performance.now();
  if (!/^[ \n]*\{/.test(text) || hasLongDigits(text) || FRACTION.test(text) || UNLIKE_JSON.test(text)) return undefined;
  refuseDeepNesting(text);
  try {
    await turnAfter(began);
    const value = await inTurns(parseInSteps(text));
    return (await inTurns(hasDuplicates(text, value))) ? undefined : { value };
  } catch {
    return undefined;
  }
}
