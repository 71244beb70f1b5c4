import { expect, it } from "vitest";
import { distinction } from "./distinction.ts";

const cluster = (id: string, more: object = {}) => ({ id, name: "prod", apiServer: "", ...more });

it("is undefined for a unique name", () => {
  const one = cluster("a");
  expect(distinction(one, [one, { ...cluster("b"), name: "dev" }])).toBeUndefined();
});

it.each([
  ["the context if the contexts differ", { context: "east" }, { context: "west" }, "east"],
  [
    "the server if the servers differ",
    { context: "c", apiServer: "https://10.0.0.1:6443" },
    { context: "c", apiServer: "https://b" },
    "10.0.0.1:6443",
  ],
  [
    "the file if the files differ",
    { apiServer: "https://a", source: "/k/one" },
    { apiServer: "https://a", source: "/k/two" },
    "/k/one",
  ],
  ["the ID if everything else is equal", {}, {}, "a"],
])("is %s", (_case, own, other, expected) => {
  const [one, two] = [cluster("a", own), { ...cluster("b", other), name: "Prod" }];
  expect(distinction(one, [one, two])).toBe(expected);
});
