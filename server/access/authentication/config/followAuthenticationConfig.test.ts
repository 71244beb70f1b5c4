import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import { loadSchema } from "../../../model/schema/schema.ts";
import type { JwtRules } from "../oidc/jwtRules.ts";
import { followAuthenticationConfig } from "./followAuthenticationConfig.ts";
import { decodeAuthenticationConfig } from "./writtenAuthentication.ts";

const schema = loadSchema(createVocabulary());
const HEAD = "apiVersion: apiserver.config.k8s.io/v1beta1\nkind: AuthenticationConfiguration\n";
const issuer = (name: string): string =>
  `${HEAD}jwt: [{issuer: {url: https://${name}, audiences: [a]}, claimMappings: {username: {claim: sub, prefix: ''}}}]\n`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-follow-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The observed effects of a followed file, in order: issuers in use, and warnings. */
async function follow(replace: (rules: readonly JwtRules[]) => Promise<void> = async () => {}) {
  const file = join(folder, "auth.yaml");
  const text = issuer("one");
  await writeFile(file, text);
  const seen: string[] = [];
  let tell = (): void => {};
  const see = (what: string): void => {
    seen.push(what);
    tell();
  };
  const registry = new MetricRegistry();
  const stop = followAuthenticationConfig({
    file,
    text,
    written: await decodeAuthenticationConfig(text, schema),
    method: {
      async replace(rules) {
        await replace(rules);
        see(rules.map((each) => each.issuer.url).join());
      },
    },
    schema,
    context: { vocabulary: schema.vocabulary, disallowedIssuers: ["https://own"], anonymousConfigurable: true },
    registry,
    now: () => 5000,
    warn: see,
  });
  /** Writes the file and waits for the outcome. */
  const write = async (changed: string): Promise<string | undefined> => {
    const seeing = new Promise<void>((resolve) => {
      tell = resolve;
    });
    await writeFile(file, changed);
    await seeing;
    return seen.at(-1);
  };
  return { file, write, seen, stop, metrics: () => registry.text() };
}

describe("Followed authentication configuration", () => {
  it("is applied if valid and otherwise keeps the previous one", async () => {
    const { file, write, seen, stop, metrics } = await follow();
    const kept = `authentication configuration ${file} kept as it was: `;
    expect(await write(issuer("two"))).toBe("https://two");
    expect(await write(issuer("own"))).toMatch(`${kept}jwt[0].issuer.url: Invalid value: "https://own": URL must not`);
    expect(await write(`${issuer("two")}more: 1`)).toBe(`${kept}strict decoding error: unknown field "more"`);
    expect(await write(`${issuer("two")}anonymous: {enabled: true}`)).toBe(
      `${kept}anonymous: Forbidden: changed from initial configuration file`,
    );
    expect(await write(issuer("three"))).toBe("https://three");
    stop();
    expect(seen).toHaveLength(5);
    const text = await metrics();
    expect(text).toMatch(/automatic_reloads_total\{status="success",[^}]*\} 2/);
    expect(text).toMatch(/automatic_reloads_total\{status="failure",[^}]*\} 3/);
    expect(text).toMatch(/automatic_reload_last_timestamp_seconds\{status="success",[^}]*\} 5/);
  });

  it("is retried when its providers were unavailable", async () => {
    let answering = false;
    const { file, write, stop } = await follow(async () => {
      if (!answering) throw new Error("no answer");
    });
    expect(await write(issuer("two"))).toBe(`authentication configuration ${file} kept as it was: no answer`);
    answering = true;
    expect(await write(issuer("two"))).toBe("https://two");
    stop();
  });
});
