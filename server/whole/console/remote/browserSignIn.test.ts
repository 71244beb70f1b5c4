import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { rawConnection } from "../../../serving/http/testing/rawConnection.ts";
import { plainBox } from "../secretBox.ts";
import { type AddedContexts, type AddedText, kubeconfigOf, openAddedContexts } from "./addedContexts.ts";
import { createBrowserSignIn } from "./browserSignIn.ts";
import type { OidcSignIn } from "./oidcSignIn.ts";

let folder = "";
let issuer: Server;
let address = "";
let added: AddedContexts;
let entry: AddedText;
let signIn: OidcSignIn;
let now = 1_000_000;
let reloads = 0;
/** The requests to the token endpoint, and the nonce of the last authorization. */
const asked: URLSearchParams[] = [];
let nonce = "";
let refuses = false;

const idToken = (claims: object): string => `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.sig`;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "orrery-oidc-"));
  asked.length = 0;
  refuses = false;
  reloads = 0;
  now = 1_000_000;
  issuer = createServer(async (request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.url === "/.well-known/openid-configuration") {
      response.end(
        JSON.stringify({
          issuer: address,
          authorization_endpoint: `${address}/authorize?tenant=1`,
          token_endpoint: `${address}/token`,
        }),
      );
      return;
    }
    let body = "";
    for await (const chunk of request) body += chunk;
    asked.push(new URLSearchParams(body));
    if (refuses) response.writeHead(400).end('{"error":"invalid_grant","secret":"in-the-answer"}');
    else {
      const exp = now / 1000 + 600;
      response.end(
        JSON.stringify({ id_token: idToken({ exp, nonce, n: asked.length }), refresh_token: `again-${asked.length}` }),
      );
    }
  });
  await new Promise<void>((resolve) => issuer.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
  added = await openAddedContexts(join(folder, "contexts"), plainBox);
  entry = await added.addText(kubeconfigOf({ name: "c", server: "https://c" }), "by address", {
    issuer: address,
    clientId: "orrery",
  });
  signIn = createBrowserSignIn({
    added,
    now: () => now,
    reload: async () => void reloads++,
    originOf: (id) => (id === "ctx-c" ? { kind: "text", entry } : { kind: "environment" }),
  });
});

afterEach(() => {
  signIn.close();
  issuer.close();
  issuer.closeAllConnections();
  rmSync(folder, { recursive: true });
});

/** Acts as the browser: comes back from the issuer with a code. */
async function comeBack(url: string, change: (query: URLSearchParams) => void = () => {}): Promise<Response> {
  const { searchParams } = new URL(url);
  nonce = searchParams.get("nonce") ?? "";
  const back = new URL(searchParams.get("redirect_uri") ?? "");
  back.searchParams.set("code", "the-code");
  back.searchParams.set("state", searchParams.get("state") ?? "");
  change(back.searchParams);
  return fetch(back);
}

test("signs in with a code and PKCE, keeps the refresh token, and renews before the token ends", async () => {
  const credentials = signIn.credentialsFor(entry);
  await expect(credentials?.get()).rejects.toThrow(/Sign in with the browser/);
  const url = await signIn.begin("ctx-c");
  const query = new URL(url).searchParams;
  expect(query.get("tenant")).toBe("1");
  expect((await comeBack(url)).status).toBe(200);
  const [request] = asked;
  const challenge = createHash("sha256")
    .update(request?.get("code_verifier") ?? "")
    .digest("base64url");
  expect(query.get("code_challenge")).toBe(challenge);
  expect(reloads).toBe(1);
  expect(readFileSync(join(folder, "contexts"), "utf8")).toContain("again-1");

  const first = await credentials?.get();
  expect(await credentials?.get()).toEqual(first);
  now += 595_000;
  const [second, third] = await Promise.all([credentials?.get(), credentials?.get()]);
  expect(second?.token).not.toBe(first?.token);
  expect(third).toEqual(second);
  expect(asked.map((one) => one.get("grant_type"))).toEqual(["authorization_code", "refresh_token"]);
  expect(asked[1]?.get("refresh_token")).toBe("again-1");
  expect(readFileSync(join(folder, "contexts"), "utf8")).toContain("again-2");
});

test("renews a refused token once, and then asks the user to sign in", async () => {
  await comeBack(await signIn.begin("ctx-c"));
  const credentials = signIn.credentialsFor(entry);
  const given = await credentials?.get();
  expect(credentials?.refuse({ url: "https://c", ...given })).toBe(true);
  refuses = true;
  await expect(credentials?.get()).rejects.toThrow(/Sign in again/);
  await expect(credentials?.get()).rejects.not.toThrow(/in-the-answer/);
});

test("refuses a response with the wrong state or nonce", async () => {
  const wrongState = await comeBack(await signIn.begin("ctx-c"), (query) => query.set("state", "guessed"));
  expect(wrongState.status).toBe(404);
  const url = await signIn.begin("ctx-c");
  nonce = "replayed";
  const back = new URL(new URL(url).searchParams.get("redirect_uri") ?? "");
  back.searchParams.set("state", new URL(url).searchParams.get("state") ?? "");
  back.searchParams.set("code", "the-code");
  expect((await fetch(back)).status).toBe(502);
  await expect(signIn.credentialsFor(entry)?.get()).rejects.toThrow(/Sign in/);
});

test("signs in only to a cluster with an issuer", async () => {
  await expect(signIn.begin("ctx-other")).rejects.toThrow(RangeError);
  expect(signIn.credentialsFor({ id: "x", label: "", text: "" })).toBeUndefined();
});

test("responds to unrelated requests at the redirect address, and the sign-in continues", async () => {
  const url = await signIn.begin("ctx-c");
  const back = new URL(new URL(url).searchParams.get("redirect_uri") ?? "");
  for (const target of ["//", "http://", "/callback?state=%zz", "*"]) {
    const client = await rawConnection(Number(back.port));
    client.socket.write(`GET ${target} HTTP/1.1\r\nhost: h\r\n\r\n`);
    expect(await client.ended).toMatch(/^HTTP\/1.1 404 /);
  }
  expect((await comeBack(url)).status).toBe(200);
});

test("the end of a sign-in closes connections that never sent anything", async () => {
  const url = await signIn.begin("ctx-c");
  const silent = await rawConnection(Number(new URL(new URL(url).searchParams.get("redirect_uri") ?? "").port));
  signIn.close();
  expect(await silent.ended).toBe("");
});
