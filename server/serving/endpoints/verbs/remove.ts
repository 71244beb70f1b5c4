import { parseInSteps } from "../../../../shared/json/parseInSteps.ts";
import type { StructNode } from "../../../../shared/schema/typeNode.ts";
import { ApiError } from "../../../../shared/status.ts";
import type { Steps } from "../../../../shared/steps.ts";
import {
  checkDeleteOptions,
  type DeleteOptions,
  deleteOptionsFromQuery,
} from "../../../api/registry/deletion/deleteOptions.ts";
import { deleteObject } from "../../../api/registry/deletion/deletion.ts";
import { authorizeUnsafeDeletion, deleteUnreadable } from "../../../api/registry/deletion/unsafeDeletion.ts";
import { type Services, writeContext } from "../../../api/registry/services.ts";
import { UNSAFE_DELETION_GATE } from "../../../api/registry/unreadableErrors.ts";
import type { WriteRequest } from "../../../api/registry/write/write.ts";
import type { Answer, RequestContext } from "../../../ground/request/context.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { readCborObject } from "../../../model/encoding/cbor/cborBody.ts";
import { describeJsonError } from "../../../model/encoding/jsonSyntaxError.ts";
import type { Negotiated } from "../../../model/encoding/negotiate.ts";
import { refuseDeepNestingInSteps } from "../../../model/encoding/nesting.ts";
import { decodeProtoInSteps } from "../../../model/encoding/protobuf/decodeProto.ts";
import { decodeUnknownInSteps } from "../../../model/encoding/protobuf/envelope.ts";
import { readYaml } from "../../../model/encoding/readYaml.ts";
import { DecodeError, decodeInSteps } from "../../../model/schema/decode.ts";
import { jsonKind } from "../../../model/schema/decodeContext.ts";
import { negotiateObject, objectAnswer, valueAnswer } from "../answers/objectAnswer.ts";
import { bodyFormat } from "../body/bodyFormat.ts";
import { TYPE_META } from "../body/decodeBody.ts";
import type { Target } from "../target.ts";

/** DELETE of one object. */
export async function remove(services: Services, context: RequestContext, target: Target): Promise<Answer> {
  const { resource, namespace, name } = target;
  const negotiated = negotiateObject(services, context, { resource });
  const options = await readDeleteOptions(services, context);
  const request: WriteRequest = {
    resource,
    subresource: "",
    context: writeContext(services, context, namespace, options.dryRun),
    name,
    options: { ...options },
    strategy: resource.definition.strategy,
  };
  if (options.ignoreStoreReadErrorWithClusterBreakingPotential === true) {
    await authorizeUnsafeDeletion(services.authorizer, request);
    await deleteUnreadable(services, request);
    return statusAnswer(services, negotiated, { details: { name, kind: resource.kind }, code: 200 });
  }
  const result = await deleteObject(services, request, options);
  if (!request.context.dryRun) context.trace?.stored(resource, result.object);
  const accepted = !result.removed && options.orphanDependents === false;
  if (!result.removed || resource.definition.strategy.returnsDeletedObject === true) {
    return objectAnswer(services, context, resource, negotiated, result.object, accepted ? 202 : 200);
  }
  return statusAnswer(services, negotiated, {
    details: {
      name,
      ...(resource.group === "" ? {} : { group: resource.group }),
      kind: resource.resource,
      uid: result.object.metadata.uid,
    },
  });
}

/** A Status that reports success. */
export function statusAnswer(
  services: Services,
  negotiated: Negotiated,
  more: Readonly<Record<string, unknown>>,
): Answer | Promise<Answer> {
  return valueAnswer(
    { ...negotiated, as: undefined },
    { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", ...more },
    200,
    services.schema.definition("apimachinery.pkg.apis.meta.v1.Status"),
  );
}

/** DeleteOptions from the body if there is one, otherwise from the query. @throws ApiError */
export async function readDeleteOptions(services: Services, context: RequestContext): Promise<DeleteOptions> {
  const bytes = await context.body();
  const { vocabulary } = services;
  const unsafe = services.features.enabled(UNSAFE_DELETION_GATE);
  if (bytes.length === 0) return checkDeleteOptions(deleteOptionsFromQuery(context.query), vocabulary, unsafe);
  const format = bodyFormat(context, services);
  const node = services.schema.definition("apimachinery.pkg.apis.meta.v1.DeleteOptions");
  const take = async (options: Record<string, unknown>): Promise<DeleteOptions> => {
    await context.audit?.sent({ kind: "DeleteOptions", apiVersion: "v1", ...options });
    return checkDeleteOptions(options, vocabulary, unsafe);
  };
  if (format === "protobuf") return take(await decoded(fromEnvelope(node, bytes)));
  const value =
    format === "cbor"
      ? await inTurns(readCborObject(bytes, { kind: "DeleteOptions", version: "v1" }, node))
      : await parse(format, bytes, context.signal);
  if (Array.isArray(value) || (value !== null && typeof value !== "object")) {
    throw new ApiError(
      500,
      "",
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonKind(value)} into Go value of type ${TYPE_META}`,
    );
  }
  const raw = (value ?? {}) as Record<string, unknown>;
  const apiVersion = String(raw["apiVersion"] ?? "");
  if (apiVersion.split("/").length > 2) throw new ApiError(500, "", `unexpected GroupVersion string: ${apiVersion}`);
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
  return take((await decoded(decodeInSteps(node, raw))).value as Record<string, unknown>);
}

function* fromEnvelope(node: StructNode, bytes: Uint8Array): Steps<Record<string, unknown>> {
  return yield* decodeProtoInSteps(node, (yield* decodeUnknownInSteps(bytes)).raw);
}

/** Runs the decoding of options: if it fails, the reference answers 500 with the reason. */
async function decoded<T>(steps: Steps<T>): Promise<T> {
  try {
    return await inTurns(steps);
  } catch (error) {
    throw error instanceof DecodeError ? new ApiError(500, "", error.message) : error;
  }
}

/** @throws ApiError 500, as the reference does here */
async function parse(format: "json" | "yaml", bytes: Buffer, signal: AbortSignal): Promise<unknown> {
  const text = bytes.toString("utf8");
  await inTurns(refuseDeepNestingInSteps(text));
  try {
    if (format !== "yaml") return await inTurns(parseInSteps(text, true));
    return (await readYaml(text, { exact: false, sorted: false }, signal)).value;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(500, "", `couldn't get version/kind; json parse error: ${describeJsonError(text)}`);
  }
}
