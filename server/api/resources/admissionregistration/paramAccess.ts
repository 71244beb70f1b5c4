/**
 * The outcome of a policy reveals the content of its parameters, so the user who writes a policy must be allowed to
 * read them.
 */
import type { ParamKind, ParamRef, ValidatingAdmissionPolicy } from "kubernetes-types/admissionregistration/v1";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { type FieldError, forbidden } from "../../../../shared/fieldError.ts";
import { type ApiObject, parseApiVersion } from "../../../../shared/object.ts";
import { invalid } from "../../../../shared/status.ts";
import { GROUP_MASTERS, type Identity } from "../../../ground/rights/identity.ts";
import { decodedPart, narrow } from "../../registry/strategies/narrow.ts";
import type { WriteContext } from "../../registry/strategy.ts";

interface Reading {
  readonly verb: "get" | "list";
  readonly namespace: string;
  readonly name: string;
}

/**
 * When a policy changes its kind of parameters, the user must be allowed to read all objects of the new kind.
 * @param isValid false when the object is invalid; then validation reports its errors instead
 * @throws ApiError 422
 */
export async function authorizeParamKind(
  context: WriteContext,
  object: ApiObject,
  old: ApiObject | undefined,
  isValid: () => boolean | Promise<boolean>,
): Promise<void> {
  const kind = paramKindOf(object);
  if (kind === undefined || (old !== undefined && deepEqual(kind, paramKindOf(old)))) return;
  if ((await mayRead(context, kind, { verb: "get", namespace: "*", name: "*" })) || !(await isValid())) return;
  const what = `the referenced paramKind (kind=${kind.kind ?? ""}, apiVersion=${kind.apiVersion ?? ""})`;
  refuse(context, object, [
    forbidden("spec.paramKind", `user ${userText(context.user)} must have "get" permission on all objects of ${what}`),
  ]);
}

/**
 * The user must be allowed to get the parameters that a binding names, or to list those that it selects. Checked on
 * each write, even when they are unchanged.
 * @param isValid false when the object is invalid; then validation reports its errors instead
 * @throws ApiError 422
 */
export async function authorizeParamRef(
  context: WriteContext,
  object: ApiObject,
  isValid: () => Promise<boolean>,
): Promise<void> {
  const { paramRef, policyName = "" } = bindingOf(object);
  if (paramRef === undefined) return;
  const { namespace = "", name = "" } = paramRef;
  const group = context.vocabulary.render("admissionregistration.{domain}");
  const policy = context.reader.get({ group, resource: "validatingadmissionpolicies" }, "", policyName);
  const kind = policy === undefined ? undefined : paramKindOf(policy);
  const verb = name === "" ? "list" : "get";
  if ((await mayRead(context, kind, { verb, namespace, name })) || !(await isValid())) return;
  // The verb and the user are swapped, as in the reference.
  const detail = `user ${verb} does not have "${userText(context.user)}" permission on the object referenced by paramRef`;
  refuse(context, object, [forbidden("spec.paramRef", detail)]);
}

const paramKindOf = (policy: ApiObject): ParamKind | undefined =>
  decodedPart(narrow<ValidatingAdmissionPolicy>(policy).spec?.paramKind);

const bindingOf = (object: ApiObject): { paramRef?: ParamRef; policyName?: string } =>
  (object["spec"] ?? {}) as { paramRef?: ParamRef; policyName?: string };

/** @param kind undefined when it is unknown; then the user must be allowed to read objects of all kinds */
async function mayRead(context: WriteContext, kind: ParamKind | undefined, reading: Reading): Promise<boolean> {
  const { user, authorizer } = context;
  if (user.groups.includes(GROUP_MASTERS)) return true;
  const named = kind === undefined ? undefined : { ...parseApiVersion(kind.apiVersion ?? ""), kind: kind.kind ?? "" };
  const { decision } = await authorizer.authorize(user, {
    resourceRequest: true,
    group: named?.group ?? "*",
    version: named?.version ?? "*",
    resource: (named === undefined ? undefined : context.resourceOf?.(named)) ?? "*",
    subresource: "",
    ...reading,
  });
  return decision === "allow";
}

function refuse({ vocabulary }: WriteContext, object: ApiObject, errors: readonly FieldError[]): never {
  const { kind = "", metadata } = object;
  const group = vocabulary.render("admissionregistration.{domain}");
  throw invalid({ group, kind: String(kind) }, metadata.name ?? "", errors);
}

/** A user as the reference prints it. */
function userText({ username, uid = "", groups, extra }: Identity): string {
  const further = Object.entries(extra)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, values]) => `${key}:[${values.join(" ")}]`);
  return `&{${username} ${uid} [${groups.join(" ")}] map[${further.join(" ")}]}`;
}
