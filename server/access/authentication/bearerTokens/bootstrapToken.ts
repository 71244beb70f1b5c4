import { timingSafeEqual } from "node:crypto";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import {
  BOOTSTRAP_TOKEN_PREFIX,
  bootstrapTokenTimeLeft,
  bootstrapTokenType,
  secretEntry,
} from "./bootstrapTokenSecret.ts";
import type { TokenAuthenticator } from "./tokenAuthenticator.ts";

export interface BootstrapTokenOptions {
  readonly reader: ObjectReader;
  readonly vocabulary: Vocabulary;
  now(): number;
}

const TOKEN = /^([a-z0-9]{6})\.([a-z0-9]{16})$/;
const DEFAULT_GROUP = "system:bootstrappers";
const GROUP = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/;

function equal(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Groups of a token, sorted; undefined when a name, such as an empty one, is not below the bootstrap group. */
function groupsOf(secret: ApiObject): string[] | undefined {
  const text = secretEntry(secret, "auth-extra-groups");
  const extra = text === "" ? [] : text.split(",");
  if (!extra.every((group) => GROUP.test(group))) return undefined;
  return [...new Set([DEFAULT_GROUP, ...extra])].sort();
}

/**
 * Authenticates bootstrap tokens (`id.secret`). These are secrets `bootstrap-token-{id}` in the system namespace that
 * permit authentication and have not expired. Users are `system:bootstrap:{id}`.
 */
export function bootstrapTokenAuthenticator(options: BootstrapTokenOptions): TokenAuthenticator {
  const { reader, vocabulary } = options;
  const type = bootstrapTokenType(vocabulary);
  return {
    name: "bootstrapToken",
    async authenticateToken(token) {
      const [, id, secretText] = TOKEN.exec(token) ?? [];
      if (id === undefined || secretText === undefined) return undefined;
      const name = `${BOOTSTRAP_TOKEN_PREFIX}${id}`;
      const secret = reader.get({ group: "", resource: "secrets" }, vocabulary.systemNamespace, name);
      if (secret === undefined || secret.metadata.deletionTimestamp !== undefined || secret["type"] !== type) {
        return undefined;
      }
      const groups = groupsOf(secret);
      const accepted =
        equal(secretEntry(secret, "token-secret"), secretText) &&
        secretEntry(secret, "token-id") === id &&
        secretEntry(secret, "usage-bootstrap-authentication") === "true" &&
        bootstrapTokenTimeLeft(secret, options.now()) > 0;
      if (!accepted || groups === undefined) return undefined;
      return { identity: { username: `system:bootstrap:${id}`, groups, extra: {} } };
    },
  };
}
