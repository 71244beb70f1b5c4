// Bundles the program of the YAML thread into one file: `node scripts/build-worker.mjs`.
// Node 20 runs no TypeScript, and a thread is started on a text that imports nothing of ours.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bundle = await rolldown({
  input: join(root, "server/encoding/yamlWorker/worker.ts"),
  platform: "node",
  logLevel: "warn",
});
await bundle.write({ file: join(root, "server/encoding/generated/yamlWorker.cjs"), format: "cjs" });
await bundle.close();
console.log("worker: bundled");
