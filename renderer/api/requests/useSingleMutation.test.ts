import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path))
  .sort();

it("is the only way that views outside the editor send mutations", () => {
  const users = (name: string) =>
    sources.filter((path) => new RegExp(`\\b${name}\\(|\\b${name}<`).test(readFileSync(join(root, path), "utf8")));
  expect(users("useMutation")).toEqual(["api/requests/useSingleMutation.ts", "editor/useApply.ts"]);
  expect(users("useSingleMutation").length).toBeGreaterThan(8);
});
