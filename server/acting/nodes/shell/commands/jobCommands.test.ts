import { describe, expect, it } from "vitest";
import { arraysFrom } from "./jobCommands.ts";

describe("Arrays of a shell", () => {
  it("become assignments", () => {
    const declarations = [
      `declare -a list=([0]="x" [1]="y z" [2]=$'a b\\n' [3]="q\\"\\\\]" [4]="[k" [5]="")`,
      `declare -Ax map=(['a ]b']="1" [x]="2" )`,
      'declare -- plain="(x)"',
      'declare -ar BASH_ARGV=([0]="x")',
    ];
    expect(arraysFrom(declarations.join("\n"))).toEqual([
      "list=()",
      'list[0]="x"',
      'list[1]="y z"',
      "list[2]=$'a b\\n'",
      'list[3]="q\\"\\\\]"',
      'list[4]="[k"',
      'list[5]=""',
      "declare -A map",
      `map['a ]b']="1"`,
      'map[x]="2"',
    ]);
  });

  it.each([
    ["brackets", `declare -a x=(${"[".repeat(200_000)})`],
    ["quoted brackets", `declare -a x=(${"['".repeat(100_000)})`],
    ["attributes", `declare -${"a".repeat(200_000)}`],
  ])("take time in proportion to their text: %s", { timeout: 2_000 }, (_, text) => {
    expect(arraysFrom(text).length).toBeLessThan(2);
  });
});
