import { builtinModules } from "node:module";
import { root } from "../paths.mjs";

/** Without comments and spaces, which a start would have to read; names stay, for stack traces and profiles. */
const COMPACT = { compress: false, mangle: false, codegen: { removeWhitespace: true } };

/**
 * Everything but Node's own modules and sql.js goes into the bundle: a start then reads one file instead of a thousand.
 * sql.js stays outside, because it loads its WebAssembly file from its own folder, unless the program must be one file
 * (`whole`).
 */
export async function buildForNode({ input, folder, format, external, extension = "js", whole = false }) {
  const { build } = await import("vite");
  const own = new Set([...builtinModules, ...external, ...(whole ? [] : ["sql.js"])]);
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    ssr: { noExternal: true, external: [...own], target: "node" },
    build: {
      ssr: true,
      target: "node20",
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(input).map(([name, path]) => [name, `${root}/${path}`])),
        platform: "node",
        external: (id) => id.startsWith("node:") || own.has(id) || (!whole && id.startsWith("sql.js/")),
        output: {
          format,
          minify: COMPACT,
          entryFileNames: `[name].${extension}`,
          chunkFileNames: "chunks/[name]-[hash].js",
        },
      },
    },
  });
}
