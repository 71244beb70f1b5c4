/** The addresses of a container's ways in. */
export interface ContainerPlace {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

const podPath = ({ namespace, pod }: ContainerPlace): string =>
  `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}`;

/** A command on a terminal of its own, beside what the container runs. */
export function execPath(place: ContainerPlace, command: readonly string[]): string {
  const query = new URLSearchParams({ container: place.container, stdin: "true", stdout: "true", tty: "true" });
  for (const word of command) query.append("command", word);
  return `${podPath(place)}/exec?${query}`;
}

/** What the container runs itself; its own definition says whether that is a terminal, and whether it reads anything. */
export function attachPath(place: ContainerPlace, { tty, stdin }: { tty: boolean; stdin: boolean }): string {
  const query = new URLSearchParams({ container: place.container, stdout: "true" });
  if (stdin) query.set("stdin", "true");
  if (tty) query.set("tty", "true");
  else query.set("stderr", "true");
  return `${podPath(place)}/attach?${query}`;
}

/** The words of a command as a shell would split them: by spaces, but for what is quoted, be it part of a word. */
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

/** Shells in the order in which they are tried. */
export const SHELLS = [["bash"], ["sh"]] as const;
