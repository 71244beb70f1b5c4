import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { Identity } from "../../../ground/rights/identity.ts";
import { parseCsvRecord } from "./csvRecord.ts";
import type { TokenAuthenticator } from "./tokenAuthenticator.ts";
import { tokenHash } from "./tokenHash.ts";

/**
 * Reads static tokens: `token,user,uid` with an optional fourth column of comma separated groups. Empty lines and lines
 * beginning with `#` are skipped. Duplicate tokens are refused: the reference only warns and uses the last one, which
 * hides whose token it is.
 * @throws Error that names the file and the line, never the token
 */
export function parseTokenFile(text: string, file: string): Map<string, Identity> {
  const identities = new Map<string, Identity>();
  text.split(/\r?\n/).forEach((line, i) => {
    if (line.trim() === "" || line.startsWith("#")) return;
    const where = `${file}:${i + 1}`;
    let fields: string[];
    try {
      fields = parseCsvRecord(line);
    } catch (error) {
      throw new Error(`${where}: ${messageOf(error)}`);
    }
    if (fields.length < 3) {
      throw new Error(`${where}: at least 3 columns are needed (token, user name, user uid), found ${fields.length}`);
    }
    const [token = "", username = "", uid = "", groups = ""] = fields.map((field) => field.trim());
    if (token === "") throw new Error(`${where}: the token is empty`);
    if (identities.has(token)) throw new Error(`${where}: the token is listed twice`);
    identities.set(token, {
      username,
      ...(uid === "" ? {} : { uid }),
      groups: groups
        .split(",")
        .map((group) => group.trim())
        .filter((group) => group !== ""),
      extra: {},
    });
  });
  return identities;
}

/**
 * Authenticates the tokens of a token file. They are looked up by hash, so that timing reveals nothing about them.
 */
export function tokenFileAuthenticator(identities: ReadonlyMap<string, Identity>): TokenAuthenticator {
  const hash = tokenHash();
  const known = new Map([...identities].map(([token, identity]) => [hash(token), { identity }]));
  return {
    name: "tokenFile",
    authenticateToken: (token) => known.get(hash(token)),
  };
}
