// Compiles the type declarations: `node scripts/build-schema.mjs [--force]`.
// The compiler is TypeScript; it is bundled in memory first, because Node 20 cannot run TypeScript.
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, "node_modules/.cache/build-schema");
const file = join(folder, `compile-${process.pid}.mjs`);
mkdirSync(folder, { recursive: true });
const bundle = await rolldown({
  input: join(root, "server/model/schema/compile.ts"),
  platform: "node",
  logLevel: "warn",
});
try {
  await bundle.write({ file, format: "esm" });
  const { compileSchema } = await import(pathToFileURL(file).href);
  const { written } = compileSchema(root, process.argv.includes("--force"));
  console.log(written ? "schema: compiled" : "schema: up to date");
} finally {
  await bundle.close();
  rmSync(file, { force: true });
}
