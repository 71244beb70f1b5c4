import { EFFECTIVE_GATES } from "../../ground/settings/effectiveGates.ts";
import type { Flag } from "../../ground/settings/flag.ts";
import { KNOWN_GATES } from "../../ground/settings/knownGates.ts";

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");

/** Generates `docs/flags.md`: every flag of `orrery serve`, from the table that the server uses. */
export function flagsPage(flags: Readonly<Record<string, Flag<unknown>>>, accepted: readonly string[]): string {
  const rows = Object.values(flags)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, argument, about, shownDefault }) => {
      const shown = shownDefault === "" ? "" : `\`${shownDefault}\``;
      return `| \`--${name} ${argument.replaceAll("|", "\\|")}\` | ${cell(about)} | ${shown} |`;
    });
  const gates = (effective: boolean): string =>
    Object.keys(KNOWN_GATES)
      .filter((name) => EFFECTIVE_GATES.has(name) === effective)
      .map((name) => `\`${name}\``)
      .join(", ");
  return [
    "# Flags of `orrery serve`",
    "",
    "This page is made from the table that the server reads (`npm run docs:flags`). Names and meanings are those of kube-apiserver",
    "1.32 (the reference) where it has such a flag. Besides these there are `--data-dir <folder>` (store, keys, certificates and",
    "kubeconfig), `--print-kubeconfig`, `--config <file>` (a YAML or JSON file that maps names of flags to values; the command line",
    "counts instead) and `--version`.",
    "",
    "| Flag | What it does | Default |",
    "| --- | --- | --- |",
    ...rows,
    "",
    "## Accepted without effect",
    "",
    "These flags of the reference have no function here. The server takes them and says so, so that a command line made for the",
    "reference starts it.",
    "",
    accepted.map((name) => `\`--${name}\``).join(", "),
    "",
    "## Feature gates",
    "",
    `With an effect: ${gates(true)}.`,
    "",
    `Accepted without effect: ${gates(false)}.`,
    "",
  ].join("\n");
}
