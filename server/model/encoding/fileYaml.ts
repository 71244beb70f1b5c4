import { NEVER } from "../../ground/timing/signals.ts";
import { readYaml } from "./readYaml.ts";
import type { YamlDocument } from "./yaml.ts";
import { YamlPool } from "./yamlWorker/yamlPool.ts";

/** Threads apart from those for request bodies, so that files neither wait for bodies nor fail because of them. */
const files = new YamlPool({ threads: 1, waiting: Number.POSITIVE_INFINITY });

/** Decodes the first YAML document of a file's text without blocking requests. @throws as `readYaml` */
export const readFileYaml = (text: string): Promise<YamlDocument> =>
  readYaml(text, { exact: false, sorted: false }, NEVER, files);
