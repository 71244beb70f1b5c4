/** The scale sub-resource of custom resources. The definition gives the paths of its replicas and selector. */
import { type FieldError, invalid } from "../../../../shared/fieldError.ts";
import { setAt, simplePath, valueAt } from "../../../../shared/json/jsonPath.ts";
import { stringifyJson } from "../../../../shared/json/stringifyJson.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { badRequest, internalError } from "../../../../shared/status.ts";
import type { SubresourceDefinition } from "../../registry/definition.ts";
import type { Strategy } from "../../registry/strategy.ts";

/** `spec.versions[*].subresources.scale`. */
export interface ScalePaths {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

const MAX_INT32 = 2 ** 31 - 1;
/**
 * Stands for absent replicas at the start of a write. If it is still there after the write, the client has not set any.
 */
const UNSET = -(2 ** 31);

const at = (object: ApiObject, path: string | undefined): unknown =>
  path === undefined || path === "" ? undefined : valueAt(object, simplePath(path) ?? []);

/**
 * The scale sub-resource of a definition. A write of the scale writes the object, but need not name its version.
 *
 * @param main rules of the object
 * @param replicasPaths path of the wanted replicas by apiVersion of the definition
 */
export function customScale(
  main: Strategy,
  paths: ScalePaths,
  replicasPaths: Readonly<Record<string, readonly string[]>>,
): SubresourceDefinition {
  return {
    name: "scale",
    verbs: ["get", "patch", "update"],
    kind: { group: "autoscaling", version: "v1", kind: "Scale" },
    definition: "api.autoscaling.v1.Scale",
    strategy: { ...main, allowUnconditionalUpdate: true },
    view: {
      replicasPaths,
      read: (parent) => readScale(paths, parent),
      readForWrite: (parent) => readScale(paths, parent, UNSET),
      write(_context, parent, body) {
        const { replicas = 0 } = (body["spec"] ?? {}) as { replicas?: number };
        if (replicas === UNSET) {
          throw badRequest(`the spec replicas field ${JSON.stringify(paths.specReplicasPath)} cannot be empty`);
        }
        setAt(parent, simplePath(paths.specReplicasPath) ?? [], replicas);
      },
    },
  };
}

/**
 * @param absent value for absent replicas
 * @throws ApiError 500 when replicas are absent and `absent` is not given
 */
function readScale(paths: ScalePaths, parent: ApiObject, absent?: number): ApiObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = parent.metadata;
  const wanted = at(parent, paths.specReplicasPath) ?? absent;
  if (wanted === undefined) {
    throw internalError(`the spec replicas field ${JSON.stringify(paths.specReplicasPath)} does not exist`);
  }
  const current = at(parent, paths.statusReplicasPath);
  const selector = at(parent, paths.labelSelectorPath);
  return {
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: wanted === 0 ? {} : { replicas: wanted },
    status: {
      replicas: isInteger(current) ? int32(current) : 0,
      ...(typeof selector === "string" && selector !== "" ? { selector } : {}),
    },
  };
}

/** Field errors of the values in an object that its scale would show. */
export function validateScale(paths: ScalePaths, object: ApiObject): FieldError[] {
  const { labelSelectorPath } = paths;
  const selector = at(object, labelSelectorPath);
  return [
    ...validateReplicas(paths.specReplicasPath, object),
    ...validateReplicas(paths.statusReplicasPath, object),
    ...(selector === undefined || typeof selector === "string"
      ? []
      : [invalid(labelSelectorPath ?? "", "", accessorError(labelSelectorPath ?? "", selector, "string"))]),
  ];
}

function validateReplicas(path: string, object: ApiObject): FieldError[] {
  const replicas = at(object, path);
  if (replicas === undefined) return [];
  if (!isInteger(replicas)) {
    return [invalid(path, 0, accessorError(path, replicas, "int64"))];
  }
  if (replicas < 0) return [invalid(path, replicas, "should be a non-negative integer")];
  return replicas > MAX_INT32 ? [invalid(path, replicas, `should be less than or equal to ${MAX_INT32}`)] : [];
}

const isInteger = (value: unknown): value is number | bigint => typeof value === "bigint" || Number.isInteger(value);

/** Truncates counts to 32 bits, as in the reference. */
const int32 = (value: number | bigint): number => Number(BigInt.asIntN(32, BigInt(value)));

function accessorError(path: string, value: unknown, expected: string): string {
  const text = typeof value === "object" ? stringifyJson(value) : String(value);
  return `${path} accessor error: ${text} is of the type ${goType(value)}, expected ${expected}`;
}

function goType(value: unknown): string {
  if (value === null) return "<nil>";
  if (Array.isArray(value)) return "[]interface {}";
  if (typeof value === "object") return "map[string]interface {}";
  if (typeof value === "boolean") return "bool";
  return typeof value === "number" ? "float64" : "string";
}
