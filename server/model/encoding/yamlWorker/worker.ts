/**
 * The entry point of the thread that parses large YAML texts. It is bundled separately into one file, see
 * `ground/threads/program.ts`.
 */
import { parentPort } from "node:worker_threads";
import { stringifyJson } from "../../../../shared/json/stringifyJson.ts";
import { isApiError } from "../../../../shared/status.ts";
import { parseYaml } from "../yamlReader/parseYaml.ts";
import { sortMembers } from "../yamlReader/sortMembers.ts";
import { YamlSyntaxError } from "../yamlReader/yamlError.ts";
import type { YamlJob, YamlOutcome } from "./job.ts";

function run({ text, options }: YamlJob): YamlOutcome {
  try {
    const { value, duplicates } = parseYaml(text, options.exact);
    return { json: stringifyJson(options.sorted ? sortMembers(value) : value), duplicates };
  } catch (error) {
    if (error instanceof YamlSyntaxError) return { error: error.message };
    if (isApiError(error)) return { error: error.message, code: error.status.code ?? 500 };
    throw error;
  }
}

parentPort?.on("message", (job: YamlJob) => parentPort?.postMessage(run(job)));
