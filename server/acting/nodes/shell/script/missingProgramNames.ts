/** Matches the beginning of a command. */
const NAMES =
  /\b(?<=^\s*|[\n;&|({`]\s*|\b(?:then|do|else|exec|if|while|until)[ \t]+|![ \t]+)([A-Za-z][\w.-]*)(?=[\s;&|)]|$)/g;
const FUNCTIONS = /(?<![\w.-])([A-Za-z][\w.-]*)[ \t]*\(\)/g;
/** Shell keywords that are not programs, in addition to the built-in commands. */
const WORDS = new Set(
  (
    "if then else elif fi do done for while until case esac in function select time cd export set unset local declare typeset " +
    "readonly return shift source eval exec exit break continue trap wait read let getopts type command builtin alias unalias " +
    "umask ulimit times jobs fg bg kill disown history shopt mapfile readarray pushd popd dirs true false test echo printf pwd"
  ).split(" "),
);

/**
 * The names of programs that a script calls and that the simulation does not have. In an unknown image, they are
 * assumed to be part of the image.
 * @param isKnown whether a command of this name exists
 */
export function missingProgramNames(script: string, isKnown: (name: string) => boolean): readonly string[] {
  const functions = new Set([...script.matchAll(FUNCTIONS)].map(([, name]) => name));
  const names = new Set<string>();
  for (const [, name = ""] of script.matchAll(NAMES)) {
    if (!WORDS.has(name) && !functions.has(name) && !isKnown(name)) names.add(name);
  }
  return [...names];
}
