import { expect, it } from "vitest";
import { Transcript } from "./transcript.ts";

it("keeps the output in order, and drops the oldest beyond the limit", () => {
  const transcript = new Transcript();
  transcript.command("get pods");
  transcript.output("a".repeat(300_000));
  transcript.output("b".repeat(200_000));
  expect(transcript.entries().map(({ kind, text }) => [kind, text[0]])).toEqual([["output", "b"]]);
  transcript.output("c".repeat(500_000));
  expect(transcript.entries().map(({ text }) => text.length)).toEqual([400_000]);
});

it("recalls commands without consecutive duplicates, also after clearing", () => {
  const transcript = new Transcript();
  let told = 0;
  const stop = transcript.subscribe(() => {
    told += 1;
  });
  for (const line of ["get pods", "get pods", " ", "get nodes"]) transcript.command(line);
  transcript.clear();
  expect([transcript.commands(), transcript.entries(), told]).toEqual([["get pods", "get nodes"], [], 5]);
  stop();
  transcript.clear();
  expect(told).toBe(5);
});
