import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { undiscoverable } from "../../../access/authentication/serviceAccounts/openIdDiscovery.ts";
import { verificationKey } from "../../../access/authentication/serviceAccounts/serviceAccountKeys.ts";
import { isFull } from "../../../ground/request/context.ts";
import { failure, testContext } from "../../../testing/testServices.ts";
import { openIdRoutes } from "./openIdRoutes.ts";

const keys = [
  generateKeyPairSync("rsa", { modulusLength: 2048 }),
  generateKeyPairSync("ec", { namedCurve: "P-256" }),
].map(({ publicKey }) => verificationKey(publicKey));
const serverUrl = () => "https://192.0.2.1:6443";

const read = async (path: string, keySetUrl?: string) => {
  const routes = new Map(openIdRoutes({ issuer: "https://issuer.example", keys }, { keySetUrl, serverUrl }));
  const answer = await routes.get(path)?.(testContext("GET", path));
  if (answer === undefined || !isFull(answer)) throw new Error(`no document at ${path}`);
  return { headers: answer.headers, body: JSON.parse(String(answer.body)) };
};

describe("openIdRoutes", () => {
  it("serve the issuer's discovery document", async () => {
    expect(await read("/.well-known/openid-configuration")).toEqual({
      headers: { "content-type": "application/json", "cache-control": "public, max-age=3600" },
      body: {
        issuer: "https://issuer.example",
        jwks_uri: "https://192.0.2.1:6443/openid/v1/jwks",
        response_types_supported: ["id_token"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["ES256", "RS256"],
      },
    });
    const elsewhere = await read("/.well-known/openid-configuration", "https://keys.example/set");
    expect(elsewhere.body.jwks_uri).toBe("https://keys.example/set");
  });

  it("serve the public keys", async () => {
    const { headers, body } = await read("/openid/v1/jwks");
    expect(headers["content-type"]).toBe("application/jwk-set+json");
    expect(body.keys.map(({ kid }: { kid: string }) => kid)).toEqual(keys.map(({ id }) => id));
    expect(JSON.stringify(body)).not.toMatch(/"[dpq]"/);
  });

  it("serve the keys only to clients that accept their media type", async () => {
    const routes = new Map(openIdRoutes({ issuer: "https://issuer.example", keys }, { serverUrl }));
    const asked = testContext("GET", "/openid/v1/jwks", { headers: { accept: "application/json" } });
    expect(await failure(() => routes.get("/openid/v1/jwks")?.(asked))).toMatchObject({
      code: 406,
      message: "406: Not Acceptable\n\nAvailable representations: application/jwk-set+json",
    });
  });

  it("are absent for an issuer that is not a valid OpenID issuer", () => {
    expect(openIdRoutes({ issuer: "plain", keys }, { serverUrl })).toEqual([]);
  });
});

describe("undiscoverable", () => {
  it.each([
    ["https://issuer.example/path", undefined],
    ["http://issuer.example", "issuer URL must use https scheme, got: http://issuer.example"],
    ["https://issuer.example?x", "issuer URL may not include a query, got: https://issuer.example?x"],
    ["https://issuer.example#x", "issuer URL may not include a fragment, got: https://issuer.example#x"],
    ["plain", "issuer URL must use https scheme, got: plain"],
  ])("checks issuer %s", (issuer, message) => {
    expect(undiscoverable(issuer)).toBe(message);
  });
});
