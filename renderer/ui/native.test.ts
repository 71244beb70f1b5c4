import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";
import { expect, it } from "vitest";

/** An element as written in a view: its tag name, and its attributes with their literal values. */
interface Element {
  readonly file: string;
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const root = fileURLToPath(new URL("..", import.meta.url));
const elements = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tsx"))
  .flatMap((file) => elementsIn(file, parseSync(file, readFileSync(join(root, file), "utf8")).program));

/** The HTML elements below a node of the syntax tree. */
function elementsIn(file: string, node: unknown): Element[] {
  if (Array.isArray(node)) return node.flatMap((each) => elementsIn(file, each));
  if (typeof node !== "object" || node === null) return [];
  const fields = node as Record<string, unknown>;
  const inner = Object.values(fields).flatMap((each) => elementsIn(file, each));
  if (fields["type"] !== "JSXOpeningElement") return inner;
  const { name } = fields["name"] as { name?: unknown };
  if (typeof name !== "string" || !/^[a-z]/.test(name)) return inner;
  const attributes = (fields["attributes"] as { name?: { name?: string }; value?: { value?: unknown } | null }[]).map(
    (each) => [each.name?.name ?? "", String(each.value?.value ?? "")] as const,
  );
  return [{ file, name, attributes: new Map(attributes) }, ...inner];
}

const found = (isNative: (element: Element) => boolean): string[] =>
  elements.filter(isNative).map(({ file, name }) => `${file}: ${name}`);

it("finds the elements of all views", () => {
  expect(elements.length).toBeGreaterThan(1_000);
});

it("uses no title attributes except for iframes", () => {
  expect(found(({ name, attributes }) => attributes.has("title") && name !== "iframe")).toEqual([]);
});

it("disables the browser's form validation", () => {
  expect(found(({ name, attributes }) => name === "form" && !attributes.has("noValidate"))).toEqual([]);
});

it("uses no native select, dialog, menu, datalist or date controls", () => {
  const own = new Set(["datalist", "dialog", "menu", "select"]);
  const dates = /^(date|datetime-local|month|time|week)$/;
  expect(found(({ name, attributes }) => own.has(name) || dates.test(attributes.get("type") ?? ""))).toEqual([]);
});

it("takes choices of one option from the shared controls", () => {
  // Colours have no words, and the two columns of a list of revisions are two choices that share its rows.
  const own = ["clusters/dialogs/ColourChoice.tsx", "helm/ReleaseRevisions.tsx", "history/RevisionList.tsx"];
  const shared = ["ui/forms/ChoiceList.tsx", "ui/forms/Segmented.tsx"];
  const radios = found(({ attributes }) => attributes.get("type") === "radio").map((each) => each.replace(/: .*/, ""));
  expect(radios.sort()).toEqual([...own, ...shared]);
});

it("takes checkboxes from the shared controls", () => {
  const boxes = found(({ attributes }) => attributes.get("type") === "checkbox");
  expect(boxes.sort()).toEqual(["settings/Switch.tsx: input", "ui/forms/CheckLine.tsx: input"]);
});
