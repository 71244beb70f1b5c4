import { expect, it } from "vitest";
import { type Coverage, coverageOf } from "./coverage.ts";

const read = { complete: true, phase: "live" } as const;
const loading = { complete: false, phase: "loading" } as const;
const forbidden = { complete: false, phase: "forbidden" } as const;
const failed = { complete: false, phase: "failed" } as const;

it.each<[Coverage, Parameters<typeof coverageOf>[0]]>([
  ["whole", []],
  ["whole", [read, { complete: true, phase: "stale" }]],
  ["reading", [read, loading]],
  ["reading", [forbidden, loading]],
  ["partly", [read, forbidden]],
  ["partly", [read, failed]],
  ["partly", [forbidden, failed]],
  ["refused", [forbidden, forbidden]],
])("coverage is %s", (coverage, states) => expect(coverageOf(states)).toBe(coverage));
