/** Replaces messages in the words of GNU's programs and bash by those of busybox. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(cat|tail): (?!can't )(.*): (No such file or directory|Permission denied)$/gm, "$1: can't open '$2': $3"],
  [/^rm: cannot remove '/gm, "rm: can't remove '"],
  [/^mkdir: cannot create directory '/gm, "mkdir: can't create directory '"],
  [/^cp: cannot stat '/gm, "cp: can't stat '"],
  [/^mv: cannot stat '/gm, "mv: can't rename '"],
  [/^rmdir: failed to remove '/gm, "rmdir: '"],
  [/^(touch|chmod): cannot (?:touch|access) '(.*)': /gm, "$1: $2: "],
  [
    /^(\S+: )cd: (?!can't )(.*): (No such file or directory|Not a directory|Permission denied)$/gm,
    "$1cd: can't cd to $2: $3",
  ],
  [/: command not found$/gm, ": not found"],
];
/** Matches any message that may need replacing: a cheap first check. */
const ERROR_TEXT = /No such file|cannot|failed to|not found|denied|directory/;

/** Error output in the words of an image with busybox. */
export function busyboxWords(said: string): string {
  if (!ERROR_TEXT.test(said)) return said;
  return WORDS.reduce((text, [pattern, words]) => text.replace(pattern, words), said);
}
