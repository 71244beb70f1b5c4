/** The paths of a container's `exec` and `attach`. */
export interface ContainerPlace {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

const podPath = ({ namespace, pod }: ContainerPlace): string =>
  `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}`;

/** A command with its own terminal, in addition to the container's main process. */
export function execPath(place: ContainerPlace, command: readonly string[]): string {
  const query = new URLSearchParams({ container: place.container, stdin: "true", stdout: "true", tty: "true" });
  for (const word of command) query.append("command", word);
  return `${podPath(place)}/exec?${query}`;
}

/** The container's main process; the container's definition determines whether it has a terminal and reads input. */
export function attachPath(place: ContainerPlace, { tty, stdin }: { tty: boolean; stdin: boolean }): string {
  const query = new URLSearchParams({ container: place.container, stdout: "true" });
  if (stdin) query.set("stdin", "true");
  if (tty) query.set("tty", "true");
  else query.set("stderr", "true");
  return `${podPath(place)}/attach?${query}`;
}

/** Splits a command like a shell: at white space outside of quotes; a part of a word may be quoted. */
export function splitCommand(text: string): string[] {
  const words = text.match(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s\\])+/g) ?? [];
  return words.map((word) =>
    word.replace(
      /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g,
      (_, double?: string, single?: string, escaped?: string) =>
        double?.replace(/\\(.)/g, "$1") ?? single ?? escaped ?? "",
    ),
  );
}

/** Shells to try, in order. */
export const SHELLS = [["bash"], ["sh"]] as const;
