import { type DefaultRole, paths, resources } from "./shapes.ts";

/** Roles for every authenticated, or even anonymous, user. */
export const publicRoles: readonly DefaultRole[] = [
  {
    name: "system:auth-delegator",
    rules: [
      resources("create", "authentication.{domain}", "tokenreviews"),
      resources("create", "authorization.{domain}", "subjectaccessreviews"),
    ],
  },
  {
    name: "system:basic-user",
    rules: [
      resources("create", "authorization.{domain}", "selfsubjectaccessreviews selfsubjectrulesreviews"),
      resources("create", "authentication.{domain}", "selfsubjectreviews"),
    ],
  },
  {
    name: "system:discovery",
    rules: [paths("get", "/api /api/* /apis /apis/* /healthz /livez /openapi /openapi/* /readyz /version /version/")],
  },
  {
    name: "system:monitoring",
    rules: [paths("get", "/healthz /healthz/* /livez /livez/* /metrics /metrics/slis /readyz /readyz/*")],
  },
  {
    name: "system:public-info-viewer",
    rules: [paths("get", "/healthz /livez /readyz /version /version/")],
  },
  {
    name: "system:service-account-issuer-discovery",
    rules: [
      paths(
        "get",
        "/.well-known/openid-configuration /.well-known/openid-configuration/ /openid/v1/jwks /openid/v1/jwks/",
      ),
    ],
  },
];
