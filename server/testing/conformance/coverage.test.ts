import { expect, it } from "vitest";
import { coverage, explained, writtenTests } from "./coverage.ts";
import { conformancePage } from "./page.ts";

it("every conformance test is either implemented or explained", async () => {
  const all = [...(await coverage()).values()].flat();
  expect(all.filter(({ file, reason }) => file === undefined && reason === undefined)).toEqual([]);
  expect(all.filter(({ file, reason }) => file !== undefined && reason !== undefined)).toEqual([]);
});

it("implemented and explained titles are conformance tests, each once", async () => {
  const names = new Set([...(await coverage()).values()].flat().map(({ name }) => name));
  const written = (await writtenTests()).map(({ title }) => title);
  expect(written.length).toBeGreaterThan(0);
  expect([...written, ...explained().keys()].filter((name) => !names.has(name))).toEqual([]);
  expect(new Set(written).size).toBe(written.length);
});

it("docs/conformance.md matches the tests and reasons", async () => {
  await expect(conformancePage(await coverage())).toMatchFileSnapshot("../../../docs/conformance.md");
});
