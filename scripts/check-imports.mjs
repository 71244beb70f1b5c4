#!/usr/bin/env node
// `npm run imports`: fails on an import against the rules of docs/architecture.md, and on any cycle.
import { cycles, forbiddenArrows, importGraph } from "./lib/checks/imports.mjs";
import { root } from "./lib/paths.mjs";

const graph = importGraph(root);
const problems = [
  ...forbiddenArrows(graph),
  ...cycles(graph).map((group) => `cycle: ${group.join(" → ")} → ${group[0]}`),
];
for (const problem of problems) console.error(problem);
console.log(`${graph.size} files, ${problems.length} forbidden imports`);
process.exitCode = problems.length > 0 ? 1 : 0;
