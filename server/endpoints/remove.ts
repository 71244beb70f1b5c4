import { ApiError } from "../../shared/status.ts";
import { describeJsonError } from "../encoding/jsonSyntaxError.ts";
import { refuseDeepNesting } from "../encoding/nesting.ts";
import { decodeProto } from "../encoding/protobuf/decodeProto.ts";
import { decodeUnknown } from "../encoding/protobuf/envelope.ts";
import { fromYaml } from "../encoding/yaml.ts";
import type { Answer, RequestContext } from "../http/context.ts";
import { checkDeleteOptions, type DeleteOptions, deleteOptionsFromQuery } from "../registry/deleteOptions.ts";
import { deleteObject } from "../registry/deletion.ts";
import { DecodeError, decodeStrict } from "../schema/decode.ts";
import { bodyFormat, goKind, TYPE_META } from "./decodeBody.ts";
import { negotiateObject, objectAnswer, valueAnswer } from "./objectAnswer.ts";
import { type Services, writeContext } from "./services.ts";
import type { Target } from "./target.ts";

/** DELETE of one object. */
export async function remove(services: Services, context: RequestContext, target: Target): Promise<Answer> {
  const { resource, namespace, name } = target;
  const negotiated = negotiateObject(services, context, { resource });
  const options = await readDeleteOptions(services, context);
  const result = await deleteObject(
    services,
    {
      resource,
      subresource: "",
      context: writeContext(services, context, namespace, options.dryRun),
      name,
      options: { ...options },
      strategy: resource.definition.strategy,
    },
    options,
  );
  const accepted = !result.removed && options.orphanDependents === false;
  if (!result.removed || resource.definition.strategy.returnsDeletedObject === true) {
    return objectAnswer(services, context, resource, negotiated, result.object, accepted ? 202 : 200);
  }
  return valueAnswer(
    { ...negotiated, as: undefined },
    {
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Success",
      details: {
        name,
        ...(resource.group === "" ? {} : { group: resource.group }),
        kind: resource.resource,
        uid: result.object.metadata.uid,
      },
    },
    200,
    services.schema.definition("apimachinery.pkg.apis.meta.v1.Status"),
  );
}

/** DeleteOptions from the body when there is one, else from the query. @throws ApiError */
export async function readDeleteOptions(services: Services, context: RequestContext): Promise<DeleteOptions> {
  const bytes = await context.body();
  if (bytes.length === 0) return checkDeleteOptions(deleteOptionsFromQuery(context.query), services.vocabulary);
  const format = bodyFormat(context, services);
  const { vocabulary } = services;
  if (format === "protobuf") {
    const node = services.schema.definition("apimachinery.pkg.apis.meta.v1.DeleteOptions");
    return checkDeleteOptions(decodeProto(node, decodeUnknown(bytes).raw), vocabulary);
  }
  const text = bytes.toString("utf8");
  let value: unknown;
  refuseDeepNesting(text);
  try {
    value = format === "yaml" ? fromYaml(text).value : (JSON.parse(text) as unknown);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(500, "", `couldn't get version/kind; json parse error: ${describeJsonError(text)}`);
  }
  if (Array.isArray(value) || (value !== null && typeof value !== "object")) {
    throw new ApiError(
      500,
      "",
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${goKind(value)} into Go value of type ${TYPE_META}`,
    );
  }
  const raw = (value ?? {}) as Record<string, unknown>;
  const kind = raw["kind"] ?? "DeleteOptions";
  if (kind !== "DeleteOptions") {
    throw new ApiError(
      500,
      "",
      vocabulary.render(
        `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(raw["apiVersion"] ?? "")} in scheme "{domain}/apimachinery/pkg/apis/meta/internalversion/scheme/register.go:27"`,
      ),
    );
  }
  try {
    const node = services.schema.definition("apimachinery.pkg.apis.meta.v1.DeleteOptions");
    return checkDeleteOptions(decodeStrict(node, raw).value as Record<string, unknown>, vocabulary);
  } catch (error) {
    if (error instanceof DecodeError) throw new ApiError(500, "", error.message);
    throw error;
  }
}
