import type { Vocabulary } from "../../shared/vocabulary.ts";
import type { ObjectReader } from "../cache/reader.ts";
import type { AuthorizationMode } from "../options/authorizationFlags.ts";
import { alwaysAllow } from "./alwaysAllow.ts";
import { alwaysDeny } from "./alwaysDeny.ts";
import type { Authorizer } from "./authorizer.ts";
import { mastersAuthorizer } from "./masters.ts";
import { nodeAuthorizer } from "./node.ts";
import { rbacAuthorizer } from "./rbac.ts";
import { unionAuthorizer } from "./union.ts";

/** The authorizers of the modes, in order, behind the group that may do everything. */
export function setUpAuthorization(
  modes: readonly AuthorizationMode[],
  reader: ObjectReader,
  vocabulary: Vocabulary,
): Authorizer {
  return unionAuthorizer([mastersAuthorizer, ...modes.map((mode) => authorizerOf(mode, reader, vocabulary))]);
}

function authorizerOf(mode: AuthorizationMode, reader: ObjectReader, vocabulary: Vocabulary): Authorizer {
  switch (mode) {
    case "Node":
      return nodeAuthorizer(reader, vocabulary);
    case "RBAC":
      return rbacAuthorizer(reader, vocabulary);
    case "AlwaysAllow":
      return alwaysAllow;
    case "AlwaysDeny":
      return alwaysDeny;
  }
}
