import { existsSync, readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, normalize, relative } from "node:path";
import { parseSync } from "oxc-parser";
import { RENDERER_BASE, roomIndex, roomName } from "./storeys.mjs";

/** Who may import whom, by top folder (docs/architecture.md, section 2). */
export const ARROWS = {
  shared: [],
  server: ["shared"],
  renderer: ["shared"],
  electron: ["shared", "server"],
  e2e: ["scripts"],
  bench: ["scripts"],
  faults: ["scripts", "server"],
};

/** Every source file below `folder`, relative to `root`, with `/` between the parts. */
export function sourceFiles(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mts)$/.test(entry.name) && !entry.name.endsWith(".d.ts"))
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)).replaceAll("\\", "/"))
    .filter((path) => !path.includes("/generated/"))
    .sort();
}

/** The module specifiers that a text imports or re-exports, including types, statically or dynamically. */
export function specifiers(path, text) {
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  return [
    ...module.staticImports.map((one) => one.moduleRequest.value),
    ...module.staticExports.flatMap((one) => one.entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const literal = /^["'`]([^"'`$]+)["'`]$/.exec(text.slice(start, end));
      return literal ? [literal[1]] : [];
    }),
  ];
}

/** Reads the import graph: file → what it imports, as paths below `root` or as bare names. */
export function importGraph(root, folders = Object.keys(ARROWS)) {
  const graph = new Map();
  for (const file of folders.flatMap((folder) => sourceFiles(root, folder))) {
    const names = specifiers(file, readFileSync(join(root, file), "utf8"));
    graph.set(file, [
      ...new Set(
        names.map((name) => (name.startsWith(".") ? normalize(join(dirname(file), name)).replaceAll("\\", "/") : name)),
      ),
    ]);
  }
  return graph;
}

const isTest = (file) => /\.test\.tsx?$|\/testing\//.test(file);
const builtins = new Set(builtinModules);

/** One sentence for each forbidden import. */
export function forbiddenArrows(graph) {
  const found = [];
  for (const [file, targets] of graph) {
    const [top] = file.split("/");
    if (top === "server" && !isTest(file) && roomIndex(file) < 0) {
      found.push(`${file} stands in no room of a storey: see scripts/lib/checks/storeys.mjs`);
    }
    for (const target of targets) {
      const [toTop] = target.split("/");
      const isOurs = toTop in ARROWS || toTop === "scripts";
      // Tests of all parts may import from `shared`. Tests of the product may also import the console's texts, which
      // are data, and the test extension servers.
      const isBeside = target.startsWith("renderer/i18n/") || target.startsWith("server/serving/aggregation/testing/");
      const isForTests = toTop === "shared" || (top === "e2e" && isBeside);
      if (isOurs && toTop !== top && !ARROWS[top].includes(toTop) && !(isTest(file) && isForTests)) {
        found.push(`${file} imports ${target}: ${top}/ may import ${ARROWS[top].join(", ") || "nothing of ours"}`);
      }
      if (!isTest(file)) found.push(...upward(file, target));
      const isNode = target.startsWith("node:") || builtins.has(target);
      if (isNode && !isTest(file) && (top === "shared" || (top === "renderer" && !file.endsWith(".config.ts")))) {
        found.push(`${file} imports ${target}: ${top}/ runs where there is no Node`);
      }
    }
  }
  return found;
}

/** Describes an import that points to a higher storey, or from the product to test helpers. */
function upward(file, target) {
  const [top, folder] = file.split("/");
  const [toTop, toFolder] = target.split("/");
  if (top !== toTop) return [];
  if (isTest(target)) return [`${file} imports ${target}, which is for tests`];
  if (top === "server") {
    const [from, to] = [roomIndex(file), roomIndex(target)];
    return from >= 0 && to > from ? [`${file} imports ${target}: ${roomName(to)} stands above ${roomName(from)}`] : [];
  }
  const base = RENDERER_BASE.indexOf(folder);
  if (top !== "renderer" || base < 0) return [];
  const allowed = RENDERER_BASE.slice(0, base + 1);
  return allowed.includes(toFolder) ? [] : [`${file} imports ${target}: ${folder}/ may import ${allowed.join(", ")}`];
}

/** Each cycle once, as the list of its files (Tarjan's strongly connected components). */
export function cycles(graph) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const found = [];
  const visit = (file) => {
    index.set(file, index.size);
    low.set(file, index.get(file));
    stack.push(file);
    for (const target of graph.get(file)) {
      if (!graph.has(target)) continue;
      if (!index.has(target)) {
        visit(target);
        low.set(file, Math.min(low.get(file), low.get(target)));
      } else if (stack.includes(target)) low.set(file, Math.min(low.get(file), index.get(target)));
    }
    if (low.get(file) !== index.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1 || graph.get(file).includes(file)) found.push(group);
  };
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return found;
}
