import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { CBOR } from "../../../model/encoding/negotiate.ts";
import type { Operation } from "./operation.ts";
import { groupPart, groupVersionPart, rootPath, tagOf } from "./operationNames.ts";

const META = "apimachinery.pkg.apis.meta.v1";

/** `/apis/apps/v1/`: lists the resources of a group version. */
export function resourceListOperation(group: string, version: string, vocabulary: Vocabulary, cbor = false): Operation {
  const described = document(`${META}.APIResourceList`, vocabulary);
  return {
    ...described,
    produces: cbor ? [...described.produces, CBOR] : described.produces,
    path: `${rootPath(group, version)}/`,
    id: `get${groupVersionPart(group, version, vocabulary)}APIResources`,
    description: "get available resources",
    tag: tagOf(group, version, vocabulary),
  };
}

/** `/apis/apps/`: lists the versions of a group. */
export function groupOperation(group: string, vocabulary: Vocabulary): Operation {
  return {
    ...document(`${META}.APIGroup`, vocabulary),
    path: `/apis/${group}/`,
    id: `get${groupPart(group, vocabulary)}APIGroup`,
    description: "get information of a group",
    tag: tagOf(group, "", vocabulary),
  };
}

/** Operations of documents that belong to no group, by their name below `/openapi/v3/`. */
export function generalOperations(vocabulary: Vocabulary): Map<string, Operation> {
  return new Map<string, Operation>([
    [
      "api",
      {
        ...document(`${META}.APIVersions`, vocabulary),
        path: "/api/",
        id: "getCoreAPIVersions",
        description: "get available API versions",
        tag: "core",
      },
    ],
    [
      "apis",
      {
        ...document(`${META}.APIGroupList`, vocabulary),
        path: "/apis/",
        id: "getAPIVersions",
        description: "get available API versions",
        tag: "apis",
      },
    ],
    [
      "version",
      {
        ...document("apimachinery.pkg.version.Info", vocabulary),
        path: "/version/",
        id: "getCodeVersion",
        description: "get the version information for this server",
        tag: "version",
        consumes: ["application/json"],
        produces: ["application/json"],
      },
    ],
    [
      ".well-known/openid-configuration",
      {
        ...text,
        path: "/.well-known/openid-configuration/",
        id: "getServiceAccountIssuerOpenIDConfiguration",
        description: "get service account issuer OpenID configuration, also known as the 'OIDC discovery doc'",
        tag: "WellKnown",
        produces: ["application/json"],
      },
    ],
    [
      "openid/v1/jwks",
      {
        ...text,
        path: "/openid/v1/jwks/",
        id: "getServiceAccountIssuerOpenIDKeyset",
        description: "get service account issuer OpenID JSON Web Key Set (contains public token verification keys)",
        tag: "openid",
        produces: ["application/jwk-set+json"],
      },
    ],
  ]);
}

const text = { method: "get", parameters: [], responses: [{ status: 200, body: "string" }], consumes: [] } as const;

const document = (definition: string, vocabulary: Vocabulary) => {
  const media = ["application/json", "application/yaml", vocabulary.protobufMediaType] as const;
  return {
    method: "get",
    parameters: [],
    responses: [{ status: 200, body: { definition } }],
    consumes: media,
    produces: media,
  } as const;
};
