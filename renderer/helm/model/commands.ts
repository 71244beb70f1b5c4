/** Command lines for the actions that only helm performs. */
import { accessFlags, type ClientAccess, shellWord } from "../../requests/shellAccess.ts";

/** @param words the helm command and its arguments */
export function helmLine(access: ClientAccess, namespace: string, ...words: readonly string[]): string {
  const place = namespace === "" ? [] : ["--namespace", namespace];
  return ["helm", ...words, ...place, ...accessFlags("helm", access)].map(shellWord).join(" ");
}
