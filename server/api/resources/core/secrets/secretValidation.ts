/** Rules of secrets: keys, size, what each type needs, immutability. */
import type { Secret } from "kubernetes-types/core/v1";
import { errorsOfEach } from "../../../../../shared/errorsOfEach.ts";
import { type FieldError, invalid, key, required, tooLong } from "../../../../../shared/fieldError.ts";
import type { ObjectMeta } from "../../../../../shared/object.ts";
import { sortedEntries } from "../../../../../shared/sortInSteps.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { decodedLength, decodeText } from "../../../../ground/formats/encodings/base64.ts";
import { keyPairProblem } from "../../../../ground/formats/encodings/keyPair.ts";
import { checkConfigKey, invalidBy } from "../../../../ground/formats/names/names.ts";
import type { MetadataErrors } from "../../../registry/metadata/objectMeta.ts";
import { immutableErrors, MAX_DATA_BYTES, sizeOf } from "../configMaps/configMapValidation.ts";
import { jsonErrorText } from "../jsonErrorText.ts";

type SecretView = Pick<Secret, "data" | "type" | "immutable"> & { readonly metadata: ObjectMeta };

const REDACTED = "<secret contents redacted>";

/** Field errors of a secret: its keys, its size, and what its type needs. */
export function* secretErrors(secret: SecretView, vocabulary: Vocabulary): Steps<FieldError[]> {
  const data = secret.data ?? {};
  const entries = yield* sortedEntries(data);
  const errors = yield* errorsOfEach(entries, "", ([name]) => invalidBy(key("data", name), name, checkConfigKey(name)));
  const size = yield* sizeOf(entries, decodedLength);
  if (size > MAX_DATA_BYTES) errors.push(tooLong("data", MAX_DATA_BYTES));
  return [...errors, ...validateType(secret, data, vocabulary)];
}

function validateType(
  secret: SecretView,
  data: Readonly<Record<string, string>>,
  vocabulary: Vocabulary,
): FieldError[] {
  const missing = (...names: string[]): FieldError[] =>
    names.filter((name) => !Object.hasOwn(data, name)).map((name) => required(key("data", name)));
  const named = (suffix: string): string => vocabulary.render(`{labelDomain}/${suffix}`);
  switch (secret.type) {
    case named("service-account-token"): {
      const annotation = named("service-account.name");
      return (secret.metadata.annotations?.[annotation] ?? "") === ""
        ? [required(key("metadata.annotations", annotation))]
        : [];
    }
    case named("dockercfg"):
      return validateJson(data, ".dockercfg");
    case named("dockerconfigjson"):
      return validateJson(data, ".dockerconfigjson");
    case named("basic-auth"):
      // Either key is sufficient: some services use names without passwords, some the reverse.
      return Object.hasOwn(data, "username") || Object.hasOwn(data, "password") ? [] : missing("username", "password");
    case named("ssh-auth"):
      // Unlike elsewhere, an empty value counts as missing.
      return data["ssh-privatekey"] ? [] : [required(key("data", "ssh-privatekey"))];
    case named("tls"):
      return missing("tls.crt", "tls.key");
    default:
      return [];
  }
}

function validateJson(data: Readonly<Record<string, string>>, name: string): FieldError[] {
  const path = key("data", name);
  if (!Object.hasOwn(data, name)) return [required(path)];
  const problem = jsonErrorText(decodeText(data[name] ?? ""));
  return problem === undefined ? [] : [invalid(path, REDACTED, problem)];
}

/** The type is immutable; the other rules are those of config maps. */
export function* secretUpdateErrors(
  secret: SecretView,
  old: SecretView,
  vocabulary: Vocabulary,
  { whole, change }: MetadataErrors,
): Steps<FieldError[]> {
  return [
    ...change,
    ...(secret.type === old.type ? [] : [invalid("type", secret.type ?? "", "field is immutable")]),
    ...(yield* immutableErrors(secret, old, ["data"])),
    ...whole,
    ...(yield* secretErrors(secret, vocabulary)),
  ];
}

/** A TLS secret with a certificate and key that do not match is stored, but with a warning. */
export function secretWarnings({ type, data }: SecretView, vocabulary: Vocabulary): string[] {
  if (type !== vocabulary.render("{labelDomain}/tls")) return [];
  const problem = keyPairProblem(decodeText(data?.["tls.crt"] ?? ""), decodeText(data?.["tls.key"] ?? ""));
  return problem === undefined ? [] : [problem];
}
