import { busyboxWords } from "./busyboxWords.ts";
import { withoutInnerNames } from "./innerNames.ts";

/** Matches the library's message about its own commands that are not available here. */
const NOT_HERE = /: command not available in browser environments\. .*$/gm;

/**
 * The library's errors in the words of a real shell. The library calls every shell `bash`.
 * @param shell the shell's name; undefined for a command that runs without a shell
 */
export function shellMessages(shell: string | undefined, said: Buffer, isBusybox: boolean): Buffer {
  const plain = saidPlainly(shell, said);
  if (!isBusybox) return plain;
  const text = plain.toString("latin1");
  const words = busyboxWords(text);
  return words === text ? plain : Buffer.from(words, "latin1");
}

function saidPlainly(shell: string | undefined, said: Buffer): Buffer {
  const isOdd = said.includes("+ __") || said.includes("browser environments");
  const mended = (): string => withoutInnerNames(said.toString("latin1")).replace(NOT_HERE, ": command not found");
  const text = isOdd ? Buffer.from(mended(), "latin1") : said;
  const [prefix] = /^bash: (line \d+: )?/.exec(text.subarray(0, 30).toString("latin1")) ?? [];
  if (prefix === undefined) return text;
  return Buffer.concat([Buffer.from(shell === undefined ? "" : `${shell}: `), text.subarray(prefix.length)]);
}
