import type { FieldError } from "../../../../shared/fieldError.ts";
import * as fieldErrors from "../../../../shared/fieldError.ts";
import type { GroupResource } from "../../../../shared/object.ts";
import { flatEach, type Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { CIPHERS } from "../../../store/storage/encryption/encryptionRules.ts";
import { validateKms } from "./kmsValidation.ts";
import {
  cipherNames,
  parseGroupResource,
  type WrittenKey,
  type WrittenProvider,
  type WrittenRule,
} from "./writtenEncryption.ts";

/** Replaces values that may contain a key. */
const REDACTED = "REDACTED";

/**
 * Validation errors of an EncryptionConfiguration, with the reference's messages.
 * @param reload whether the file is followed: then all plug-ins must have different names
 */
export function* validateEncryptionConfig(
  rules: readonly WrittenRule[],
  vocabulary: Vocabulary,
  reload = false,
): Steps<FieldError[]> {
  if (rules.length === 0) return [atLeastOne("resources", "resources")];
  const plugins = new Set<string>();
  return yield* flatEach(rules, ({ resources, providers }, i) => {
    const at = fieldErrors.index("resources", i);
    const names = fieldErrors.child(at, "resources");
    const list = fieldErrors.child(at, "providers");
    return [
      ...((resources ?? []).length === 0 ? [atLeastOne(names, names)] : []),
      ...validateOverlap(resources ?? [], names),
      ...(resources ?? []).flatMap((name, j) => validateName(name, fieldErrors.index(names, j), vocabulary)),
      ...((providers ?? []).length === 0 ? [atLeastOne(list, list)] : []),
      ...(providers ?? []).flatMap((provider, j) =>
        validateProvider(provider, fieldErrors.index(list, j), plugins, reload),
      ),
    ];
  });
}

const atLeastOne = (field: string, subject: string): FieldError =>
  fieldErrors.required(field, `at least one ${subject} is required`);

/** Errors about names of one rule that repeat or cover each other. */
function validateOverlap(names: readonly string[], field: string): FieldError[] {
  const places = names.map(parseGroupResource);
  const inGroup = new Map<string, number>();
  for (const { group } of places) inGroup.set(group, (inGroup.get(group) ?? 0) + 1);
  const repeats = new Set(places.map(({ group, resource }) => `${resource}.${group}`)).size < places.length;
  /** Whether a name covers other resources of the list. */
  const covers = ({ group, resource }: GroupResource): boolean =>
    resource === "*" && (group === "*" ? places.length : (inGroup.get(group) ?? 0)) > 1;
  const shown = `[]string{${names.map((name) => JSON.stringify(name)).join(", ")}}`;
  const fault = (detail: string): FieldError => ({
    type: "FieldValueInvalid",
    field,
    message: `Invalid value: ${shown}: ${detail}`,
  });
  return [
    ...(repeats ? [fault("the same resource cannot be specified multiple times")] : []),
    ...(places.some(covers)
      ? [
          fault(
            "using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked",
          ),
        ]
      : []),
  ];
}

/** Stored data that are not resources of the API. */
const INTERNAL: readonly string[] = ["apiserveripinfo", "serviceipallocations", "servicenodeportallocations"];

/** At most one error: the first that applies. */
function validateName(name: string, field: string, vocabulary: Vocabulary): FieldError[] {
  const { group, resource } = parseGroupResource(name);
  const events = vocabulary.render("events.{domain}");
  const detail =
    name !== name.toLowerCase()
      ? "resource name should not contain capital letters"
      : name === "*"
        ? "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources"
        : INTERNAL.includes(name)
          ? "resources which do not have REST API/s cannot be encrypted"
          : group === events
            ? `'*.${events}' objects are stored using the 'events' API group in etcd. Use 'events' instead in the config file`
            : group === "extensions"
              ? "'extensions' group has been removed and cannot be used for encryption"
              : group === "*" && resource !== "*"
                ? "encrypting the same resource across groups is not supported"
                : "";
  return detail === "" ? [] : [fieldErrors.invalid(field, name, detail)];
}

/** The message's text for a provider without any type, as printed by the reference. */
const NO_PROVIDER =
  "apiserver.ProviderConfiguration{AESGCM:(*apiserver.AESConfiguration)(nil), AESCBC:(*apiserver.AESConfiguration)(nil), " +
  "Secretbox:(*apiserver.SecretboxConfiguration)(nil), Identity:(*apiserver.IdentityConfiguration)(nil), " +
  "KMS:(*apiserver.KMSConfiguration)(nil)}";

/** @param plugins names of the plug-ins so far; the name of this one is added */
function validateProvider(
  provider: WrittenProvider,
  field: string,
  plugins: Set<string>,
  reload: boolean,
): FieldError[] {
  const found = [...cipherNames, "identity", "kms"] as const;
  const given = found.filter((name) => provider[name] !== undefined);
  const errors: FieldError[] = [];
  if (given.length === 0) {
    const expected = "KMS, AESGCM, AESCBC, Secretbox, Identity";
    const detail = `provider does not contain any of the expected providers: ${expected}`;
    errors.push({ type: "FieldValueInvalid", field, message: `Invalid value: ${NO_PROVIDER}: ${detail}` });
  }
  if (given.length > 1) {
    const detail = "more than one provider specified in a single element, should split into different list elements";
    errors.push(fieldErrors.invalid(field, REDACTED, detail));
  }
  if (provider.kms !== undefined) {
    const found = validateKms(provider.kms, fieldErrors.child(field, "kms"), { plugins, reload });
    plugins.add(provider.kms.name ?? "");
    return [...errors, ...found];
  }
  const cipher = cipherNames.find((name) => provider[name] !== undefined);
  if (cipher === undefined) return errors;
  const keys = provider[cipher]?.keys ?? [];
  const path = fieldErrors.child(fieldErrors.child(field, cipher), "keys");
  if (keys.length === 0) return [...errors, atLeastOne(path, "keys")];
  const { lengths } = CIPHERS[cipher];
  return [...errors, ...keys.flatMap((key, i) => validateKey(key, fieldErrors.index(path, i), lengths))];
}

function validateKey({ name = "", secret = "" }: WrittenKey, field: string, lengths: readonly number[]): FieldError[] {
  const at = fieldErrors.child(field, "secret");
  const errors: FieldError[] = [];
  if (name === "")
    errors.push(fieldErrors.required(fieldErrors.child(field, "name"), "name is a mandatory field for a key"));
  if (secret === "") return [...errors, fieldErrors.required(at, "secret is a mandatory field for a key")];
  if (!isBase64(secret)) return [...errors, fieldErrors.invalid(at, REDACTED, "secrets must be base64 encoded")];
  const { length } = Buffer.from(secret, "base64");
  if (!lengths.includes(length)) {
    const detail = `secret is not of the expected length, got ${length}, expected one of [${lengths.join(" ")}]`;
    errors.push(fieldErrors.invalid(at, REDACTED, detail));
  }
  return errors;
}

/** Standard alphabet with padding; line breaks are ignored. */
const isBase64 = (text: string): boolean =>
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text.replaceAll(/[\r\n]/g, ""));
