import { Command, CommanderError } from "commander";
import { expect, test, vi } from "vitest";
import { OptionError } from "../../ground/settings/optionError.ts";
import { parseArguments } from "./parseArguments.ts";

const command = () => new Command("orrery test").option("--name <name>", "a name").argument("[word]");

test("sets the command's options and arguments", () => {
  const one = command();
  parseArguments(one, ["--name", "a", "b"]);
  expect([one.opts(), one.args]).toEqual([{ name: "a" }, ["b"]]);
});

test("reports a mistake as one sentence without printing", () => {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  expect(() => parseArguments(command(), ["--nonsense"])).toThrow(new OptionError("unknown option '--nonsense'"));
  expect(() => parseArguments(command(), ["--name"])).toThrow(OptionError);
  expect(write).not.toHaveBeenCalled();
  write.mockRestore();
});

test("does not report --help as a mistake", () => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  expect(() => parseArguments(command(), ["--help"])).toThrow(CommanderError);
  expect(String(write.mock.calls)).toContain("Usage: orrery test");
  write.mockRestore();
});
