import { busyboxWords } from "./busyboxWords.ts";
import { withoutInnerNames } from "./innerNames.ts";

/** Matches the library's message about its own commands that are not available here. */
const NOT_HERE = /: command not available in browser environments\. .*$/gm;

/**
 * The library's errors in the words of a real shell. The library calls every shell `bash`.
 * @param shell the shell's name; undefined for a command that runs without a shell
 */
export function shellMessages(shell: string | undefined, output: Buffer, isBusybox: boolean): Buffer {
  const plain = plainMessages(shell, output);
  if (!isBusybox) return plain;
  const text = plain.toString("latin1");
  const words = busyboxWords(text);
  return words === text ? plain : Buffer.from(words, "latin1");
}

function plainMessages(shell: string | undefined, output: Buffer): Buffer {
  const isOdd = output.includes("+ __") || output.includes("browser environments");
  const mended = (): string => withoutInnerNames(output.toString("latin1")).replace(NOT_HERE, ": command not found");
  const text = isOdd ? Buffer.from(mended(), "latin1") : output;
  const [prefix] = /^bash: (line \d+: )?/.exec(text.subarray(0, 30).toString("latin1")) ?? [];
  if (prefix === undefined) return text;
  return Buffer.concat([Buffer.from(shell === undefined ? "" : `${shell}: `), text.subarray(prefix.length)]);
}
