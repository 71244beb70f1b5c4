import { append } from "../../../../shared/collections/append.ts";
import {
  child,
  type FieldError,
  FieldErrorList,
  invalid,
  key,
  required,
  tooLong,
} from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { byteLength } from "../../../../shared/text/regexText.ts";
import { invalidBy } from "../../../ground/formats/names/names.ts";
import { semanticVersionOf } from "../../../ground/formats/semanticVersion.ts";
import { invalidText, listOf, pointer, structText } from "../../../ground/formats/wording/goText.ts";
import { decodedInSteps } from "../../registry/strategies/narrow.ts";
import { generationStrategy } from "../../registry/strategies/specStatus.ts";
import { validateImmutable } from "../strategies/immutable.ts";
import { validateDriverName } from "../validation/driverName.ts";
import { deviceNodeSelectorErrors } from "../validation/pod/placement/affinity.ts";
import { nodeSelectorTermsText } from "../validation/pod/placement/nodeSelectorText.ts";
import { validateSet } from "./lists.ts";
import { validateAttributeName, validateLabel, validatePoolName } from "./names.ts";
import type { Device, DeviceAttribute, ResourceSlice } from "./types.ts";

type Spec = NonNullable<ResourceSlice["spec"]>;

const MAX_DEVICES = 128;
/** Maximum number of attributes and capacities of one device together. */
const MAX_FACTS = 32;
const MAX_VALUE = 64;
/** Domain, slash and identifier; error messages shorten longer keys. */
const MAX_KEY = 63 + 1 + 32;

function* specOf(object: ApiObject): Steps<Spec> {
  return (yield* decodedInSteps<ResourceSlice>(object)).spec ?? {};
}

function validatePool({ name = "", generation = 0, resourceSliceCount = 0 }: NonNullable<Spec["pool"]>): FieldError[] {
  const path = "spec.pool";
  const errors = validatePoolName(name, child(path, "name"));
  if (resourceSliceCount <= 0) {
    errors.push(invalid(child(path, "resourceSliceCount"), resourceSliceCount, "must be greater than zero"));
  }
  if (generation < 0) {
    errors.push(invalid(child(path, "generation"), generation, "must be greater than or equal to zero"));
  }
  return errors;
}

/** Validates where the devices are: on one node, on selected ones, or on all. Exactly one of these must be set. */
function* validatePlace({ nodeName = "", nodeSelector, allNodes }: Spec): Steps<FieldError[]> {
  const errors: FieldError[] = [];
  const given: string[] = [];
  if (nodeName !== "") {
    given.push("`nodeName`");
    append(errors, invalidBy("spec.nodeName", nodeName, checkSubdomain(nodeName)));
  }
  if (nodeSelector !== undefined) {
    given.push("`nodeSelector`");
    append(errors, yield* deviceNodeSelectorErrors(nodeSelector, "spec.nodeSelector"));
    const terms = nodeSelector.nodeSelectorTerms ?? [];
    const rule = "must have exactly one node selector term";
    const shown = nodeSelectorTermsText(listOf(nodeSelector, "nodeSelectorTerms"));
    if (terms.length !== 1) errors.push(invalidText("spec.nodeSelector.nodeSelectorTerms", shown, rule));
  }
  if (allNodes === true) given.push("`allNodes`");
  const rule = "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required";
  if (given.length === 0) errors.push(required("spec", rule));
  if (given.length > 1) errors.push(invalid("spec", `{${given.join(", ")}}`, `${rule}, but multiple fields are set`));
  return errors;
}

function* validateDevice({ name = "", basic }: Device, path: string): Steps<FieldError[]> {
  const errors = validateLabel(name, child(path, "name"));
  const at = child(path, "basic");
  if (basic === undefined) return [...errors, required(at)];
  const { attributes, capacity } = basic;
  const found = new FieldErrorList();
  found.addAll(errors);
  const count =
    (yield* validateFacts(attributes, child(at, "attributes"), found, validateAttribute)) +
    (yield* validateFacts(capacity, child(at, "capacity"), found));
  const rule = `the total number of attributes and capacities must not exceed ${MAX_FACTS}`;
  if (count > MAX_FACTS) found.add(invalid(at, count, rule));
  return found.errors;
}

/** Adds the errors of attributes or capacities and of their names. @returns how many there are */
function* validateFacts<T>(
  facts: Readonly<Record<string, T>> | undefined,
  path: string,
  found: FieldErrorList,
  validate: (fact: T, path: string) => FieldError[] = () => [],
): Steps<number> {
  let count = 0;
  for (const name in facts) {
    if (isTurnDue()) yield;
    count += 1;
    if (found.isFull) continue;
    const at = key(path, shortened(name));
    found.addAll(validateAttributeName(name, at));
    found.addAll(validate(facts[name] as T, at));
  }
  return count;
}

function shortened(text: string): string {
  if (text.length <= MAX_KEY) return text;
  const left = MAX_KEY - "...".length;
  return `${text.slice(0, Math.ceil(left / 2))}...${text.slice(text.length - Math.floor(left / 2))}`;
}

function validateAttribute(attribute: DeviceAttribute, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const { string, version } = attribute;
  if (string !== undefined && byteLength(string) > MAX_VALUE) errors.push(tooLong(child(path, "string"), MAX_VALUE));
  if (version !== undefined) {
    const at = child(path, "version");
    const rule = "must be a string compatible with semver.org spec 2.0.0";
    if (semanticVersionOf(version) === undefined) errors.push(invalid(at, version, rule));
    if (byteLength(version) > MAX_VALUE) errors.push(tooLong(at, MAX_VALUE));
  }
  const count = Object.keys(attribute).length;
  const rule = "exactly one value must be specified";
  if (count === 0) errors.push(required(path, rule));
  if (count > 1) errors.push(invalidText(path, attributeText(attribute), rule));
  return errors;
}

const attributeText = ({ int, bool, string, version }: DeviceAttribute): string =>
  structText("resource.DeviceAttribute", {
    IntValue: pointer("int64", int),
    BoolValue: pointer("bool", bool),
    StringValue: pointer("string", string),
    VersionValue: pointer("string", version),
  });

function* validate(object: ApiObject, old: ApiObject | undefined): Steps<FieldError[]> {
  const spec = yield* specOf(object);
  const { driver = "", pool = {}, nodeName } = spec;
  const errors = [...validateDriverName(driver, "spec.driver"), ...validatePool(pool)];
  if (old !== undefined) {
    const before = yield* specOf(old);
    errors.push(
      ...validateImmutable(pool.name ?? "", before.pool?.name ?? "", "spec.pool.name"),
      ...validateImmutable(driver, before.driver ?? "", "spec.driver"),
      ...validateImmutable(nodeName ?? "", before.nodeName ?? "", "spec.nodeName"),
    );
  }
  const byName = { of: ({ name = "" }: Device) => name, member: "name" };
  return [
    ...errors,
    ...(yield* validatePlace(spec)),
    ...(yield* validateSet(spec.devices, MAX_DEVICES, validateDevice, byName, "spec.devices")),
  ];
}

/** Rules of resource slices. */
export const resourceSliceStrategy = generationStrategy({
  returnsDeletedObject: true,
  validating: (_context, object, old) => validate(object, old),
});
