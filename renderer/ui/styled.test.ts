import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";
import { expect, it } from "vitest";

/**
 * A module of the renderer: the modules that it imports directly, those that it loads later, and the classes that it
 * uses.
 */
interface Module {
  readonly statically: readonly string[];
  readonly lazily: readonly string[];
  readonly classes: ReadonlySet<string>;
}

const root = fileURLToPath(new URL("..", import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"));
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** The style sheets in which each class occurs. */
const sheetsOf = new Map<string, Set<string>>();
for (const sheet of files.filter((path) => path.endsWith(".css"))) {
  for (const [, name = ""] of read(sheet)
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .matchAll(/\.([a-zA-Z][\w-]*)/g)) {
    sheetsOf.set(name, (sheetsOf.get(name) ?? new Set()).add(sheet));
  }
}

const modules = new Map(
  files.filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path)).map((path) => [path, readModule(path)]),
);

function readModule(path: string): Module {
  const text = read(path);
  const { module, program } = parseSync(path, text);
  const target = (request: string): string => join(dirname(path), request).replaceAll("\\", "/");
  const own = (requests: readonly (string | undefined)[]): string[] =>
    requests.filter((request) => request?.startsWith(".")).map((request) => target(request ?? ""));
  const imported = module.staticImports.filter(
    ({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType),
  );
  const exported = module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value));
  return {
    statically: own([...imported.map(({ moduleRequest }) => moduleRequest.value), ...exported]),
    lazily: own(
      module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start, end).replace(/["'`]/g, "")),
    ),
    classes: new Set(classNamesIn(program)),
  };
}

/** The literal classes in `className` attributes below a node of the syntax tree. */
function classNamesIn(node: unknown, isValue = false): string[] {
  if (Array.isArray(node)) return node.flatMap((each) => classNamesIn(each, isValue));
  if (typeof node !== "object" || node === null) return [];
  const fields = node as Record<string, unknown>;
  const isClass = fields["type"] === "JSXAttribute" && (fields["name"] as { name?: unknown }).name === "className";
  if (isValue && typeof fields["value"] === "string") return fields["value"].split(/\s+/);
  if (isValue && fields["type"] === "TemplateElement") return (fields["value"] as { raw: string }).raw.split(/\s+/);
  return Object.values(fields).flatMap((each) => classNamesIn(each, isValue || isClass));
}

/** The modules that are loaded together with each module: its direct and indirect imports. */
const withImports = new Map([...modules.keys()].map((path) => [path, closure(path)]));

function closure(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const next of modules.get(path)?.statically ?? []) closure(next, seen);
  return seen;
}

/** The modules that the page can load before any of these style sheets. */
function loadedWithout(sheets: ReadonlySet<string>): Set<string> {
  const reached = new Set<string>();
  const waiting = ["main.tsx"];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const found = withImports.get(path);
    if (found === undefined || reached.has(path) || [...sheets].some((sheet) => found.has(sheet))) continue;
    reached.add(path);
    const { statically = [], lazily = [] } = modules.get(path) ?? {};
    waiting.push(...statically, ...lazily);
  }
  return reached;
}

it("finds the classes and lazy imports of all views", () => {
  expect(sheetsOf.size).toBeGreaterThan(500);
  const later = [...modules.values()].flatMap(({ lazily }) => lazily);
  expect(later.filter((path) => !path.startsWith("..") && !modules.has(path))).toEqual([]);
  expect(modules.get("app/App.tsx")?.lazily.length).toBeGreaterThan(5);
});

it("loads a class's stylesheet with every view that uses it, in any order of views", () => {
  const unstyled = [...sheetsOf].flatMap(([name, sheets]) => {
    const reached = loadedWithout(sheets);
    return [...modules]
      .filter(([path, { classes }]) => classes.has(name) && reached.has(path))
      .map(([path]) => `${path}: ${name}`);
  });
  expect(unstyled).toEqual([]);
});
