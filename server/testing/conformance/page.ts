import type { Covered } from "./coverage.ts";

const HEAD = `<!-- Written by \`npm run docs:conformance\`. -->

# The conformance tests of release 1.32

The reference has a suite of tests that every whole cluster is to pass. For each of them, a test of our own does what its name
says, against our own server, controllers, scheduler and simulated nodes, through the public API; or this page says why there is
none. The tests are in \`server/testing/conformance/\`, those that drive kubectl in \`e2e/clients/\`, and what is not tested is explained in
\`reasons.json\`.
`;

/** Generates the page about conformance tests, from the tests that exist and the reasons for missing ones. */
export function conformancePage(groups: ReadonlyMap<string, readonly Covered[]>): string {
  const rows = [...groups].map(([group, tests]) =>
    row([group, tests.length, tested(tests), tests.length - tested(tests)]),
  );
  const all = [...groups.values()].flat();
  const sums = row(["all", all.length, tested(all), all.length - tested(all)]);
  const summary = [
    row(["group", "tests", "tested here", "not yet"]),
    row(["---", "---:", "---:", "---:"]),
    ...rows,
    sums,
  ];
  return [HEAD, ...summary, "", ...[...groups].flatMap(([group, tests]) => section(group, tests))].join("\n");
}

const tested = (tests: readonly Covered[]): number => tests.filter(({ file }) => file !== undefined).length;
const row = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;

function section(group: string, tests: readonly Covered[]): string[] {
  const rows = tests.map(({ name, file, reason }) =>
    row([cell(name, group), file === undefined ? `no: ${reason}` : `\`${file}\``]),
  );
  return [`## ${group}`, "", row(["test", "where"]), row(["---", "---"]), ...rows, ""];
}

/** A name without its group, escaped for a table cell. */
const cell = (name: string, group: string): string =>
  name.slice(group.length + 3).replaceAll(/[|*<>[\]_]/g, (character) => `\\${character}`);
