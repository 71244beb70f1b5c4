/**
 * A cheap check whether a text may contain a secret or a token, even if it cannot be parsed: every such object names
 * its kind, in JSON or YAML. Kinds with longer names, such as `SecretStore`, do not match.
 */
export const mentionsSecrets = (text: string): boolean => /\b(?:Secret(?:List)?|TokenRe(?:quest|view))\b/.test(text);
