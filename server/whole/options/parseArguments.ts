import { type Command, CommanderError } from "commander";
import { OptionError } from "../../ground/settings/optionError.ts";

/**
 * Lets a command parse its arguments.
 * @throws OptionError with one sentence for the user; CommanderError after `--help` or `--version` was printed
 */
export function parseArguments(command: Command, argv: readonly string[]): void {
  try {
    command
      .exitOverride()
      .configureOutput({ writeErr: () => {} })
      .parse([...argv], { from: "user" });
  } catch (error) {
    if (
      error instanceof CommanderError &&
      error.code !== "commander.helpDisplayed" &&
      error.code !== "commander.version"
    ) {
      throw new OptionError(error.message.replace(/^error: /, ""));
    }
    throw error;
  }
}
