/** Authorization checks: `authorizer.group('').resource('pods').namespace('x').check('get').allowed()`. */
import { checkName } from "../../formats/names/names.ts";
import { CelError } from "../diagnostics.ts";
import { type AccessAnswer, type AccessQuestion, define, type Overload } from "../overload.ts";
import { type CelValue, OpaqueValue } from "../values/values.ts";
import { opaqueData, text } from "./arguments.ts";
import { productType } from "./typeNames.ts";

const PREFIX = productType("authorization.");
/** The type of the variable `authorizer`. */
export const AUTHORIZER = `${PREFIX}Authorizer`;
const PATH_CHECK = `${PREFIX}PathCheck`;
const GROUP_CHECK = `${PREFIX}GroupCheck`;
/** The type of a check that refers to one resource. */
export const RESOURCE_CHECK = `${PREFIX}ResourceCheck`;
const DECISION = `${PREFIX}Decision`;

type Draft = Partial<AccessQuestion>;

/** The cost of a call that may ask an authorizer outside of the process. */
const CHECK_COST = 350_000;

/** The value of `authorizer`. */
export const authorizerValue = (): CelValue => new OpaqueValue(AUTHORIZER, {});
/** The value of `authorizer.requestResource`. */
export const resourceCheckValue = (draft: Draft): CelValue => new OpaqueValue(RESOURCE_CHECK, draft);

const extend =
  (from: string, to: string, more: (arg: string) => Draft) =>
  ([value, arg]: readonly CelValue[]): CelValue =>
    new OpaqueValue(to, { ...opaqueData<Draft>(value, from), ...more(text(arg)) });

const check = (type: string): Overload =>
  define(
    `${type}~check(string): ${DECISION}`,
    ([value, verb], { ask }) => new OpaqueValue(DECISION, ask({ ...opaqueData<Draft>(value, type), verb: text(verb) })),
    { cost: () => CHECK_COST, isIdle: true },
  );

const decision = (value: CelValue | undefined): AccessAnswer => opaqueData<AccessAnswer>(value, DECISION);

function serviceAccount([value, namespace, name]: readonly CelValue[]): CelValue {
  const account = { namespace: text(namespace), name: text(name) };
  if (checkName("subdomain", account.name).length > 0) throw new CelError("Invalid service account name");
  if (checkName("label", account.namespace).length > 0) throw new CelError("Invalid service account namespace");
  return new OpaqueValue(AUTHORIZER, { ...opaqueData<Draft>(value, AUTHORIZER), serviceAccount: account });
}

export const authorizerLibrary: readonly Overload[] = [
  define(`${AUTHORIZER}~path(string): ${PATH_CHECK}`, ([value, path]) => {
    if (text(path).trim() === "") throw new CelError("path must not be empty");
    return new OpaqueValue(PATH_CHECK, { ...opaqueData<Draft>(value, AUTHORIZER), path: text(path) });
  }),
  define(
    `${AUTHORIZER}~group(string): ${GROUP_CHECK}`,
    extend(AUTHORIZER, GROUP_CHECK, (group) => ({ group })),
  ),
  define(`${AUTHORIZER}~serviceAccount(string, string): ${AUTHORIZER}`, serviceAccount),
  define(
    `${GROUP_CHECK}~resource(string): ${RESOURCE_CHECK}`,
    extend(GROUP_CHECK, RESOURCE_CHECK, (resource) => ({ resource })),
  ),
  define(
    `${RESOURCE_CHECK}~subresource(string): ${RESOURCE_CHECK}`,
    extend(RESOURCE_CHECK, RESOURCE_CHECK, (subresource) => ({ subresource })),
  ),
  define(
    `${RESOURCE_CHECK}~namespace(string): ${RESOURCE_CHECK}`,
    extend(RESOURCE_CHECK, RESOURCE_CHECK, (namespace) => ({ namespace })),
  ),
  define(
    `${RESOURCE_CHECK}~name(string): ${RESOURCE_CHECK}`,
    extend(RESOURCE_CHECK, RESOURCE_CHECK, (name) => ({ name })),
  ),
  define(
    `${RESOURCE_CHECK}~fieldSelector(string): ${RESOURCE_CHECK}`,
    extend(RESOURCE_CHECK, RESOURCE_CHECK, (fieldSelector) => ({ fieldSelector })),
  ),
  define(
    `${RESOURCE_CHECK}~labelSelector(string): ${RESOURCE_CHECK}`,
    extend(RESOURCE_CHECK, RESOURCE_CHECK, (labelSelector) => ({ labelSelector })),
  ),
  check(PATH_CHECK),
  check(RESOURCE_CHECK),
  define(`${DECISION}~allowed(): bool`, ([value]) => decision(value).decision === "allow"),
  define(`${DECISION}~reason(): string`, ([value]) => decision(value).reason),
  define(`${DECISION}~errored(): bool`, ([value]) => decision(value).error !== undefined),
  define(`${DECISION}~error(): string`, ([value]) => decision(value).error ?? ""),
];
