/**
 * Whether a text may be of a secret or of a token, as far as a look can tell: every such object names its kind, in JSON or
 * YAML. Cheap, and meant for texts that need not be readable; kinds with longer names, as `SecretStore`, do not count.
 */
export const mentionsSecrets = (text: string): boolean => /\b(?:Secret(?:List)?|TokenRe(?:quest|view))\b/.test(text);
