import { readFile } from "node:fs/promises";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { forbidden } from "../../../../shared/fieldError.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { reloadMetrics } from "../../../ground/observability/metrics/reloadMetrics.ts";
import type { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import { FileReload } from "../../../ground/settings/fileReload.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import type { Schema } from "../../../model/schema/schema.ts";
import type { JwtRules } from "../oidc/jwtRules.ts";
import { type CompileContext, compileAuthentication } from "./compileAuthentication.ts";
import { describeFindings } from "./describeFindings.ts";
import type { JwtMethods } from "./jwtMethods.ts";
import { decodeAuthenticationConfig, type WrittenAuthentication } from "./writtenAuthentication.ts";

export interface FollowOptions {
  readonly file: string;
  /** The file's text in use. */
  readonly text: string;
  /** The same, decoded. */
  readonly written: WrittenAuthentication;
  readonly method: Pick<JwtMethods, "replace">;
  readonly schema: Schema;
  readonly context: CompileContext;
  readonly registry: MetricRegistry;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly warn: (text: string) => void;
}

/** The file is looked at this often at least, in milliseconds. */
const INTERVAL = 60_000;

/**
 * Follows the configuration file: a change takes effect when it is valid and all of its providers answer; otherwise
 * everything stays. An invalid text is reported once; a provider that does not answer is asked again at every look.
 * Anonymous requests cannot change.
 * @returns what ends it
 */
export function followAuthenticationConfig(options: FollowOptions): () => void {
  const { file, text, written, method, schema, context, registry, now, warn } = options;
  const record = reloadMetrics(registry, "authentication", now);
  let ended = false;
  const refuse = (why: unknown): void => {
    if (ended) return;
    record("failure");
    const told = messageOf(why);
    warn(`authentication configuration ${file} kept as it was: ${told}`);
  };
  const reload = new FileReload(text, {
    interval: INTERVAL,
    watch: file,
    read: () => readFile(file, "utf8"),
    async apply(changed) {
      let rules: readonly JwtRules[];
      try {
        rules = await compileChanged(await decodeAuthenticationConfig(changed, schema), written, context);
      } catch (error) {
        refuse(error);
        return false;
      }
      await method.replace(rules);
      return true;
    },
    onReloaded: () => record("success"),
    onError: refuse,
  });
  reload.start();
  return () => {
    ended = true;
    reload.stop();
  };
}

/** @throws Error with everything that is wrong */
async function compileChanged(
  changed: WrittenAuthentication,
  initial: WrittenAuthentication,
  context: CompileContext,
): Promise<readonly JwtRules[]> {
  const { jwt, errors } = await inTurns(compileAuthentication(changed, context));
  const same = deepEqual(changed.anonymous, initial.anonymous);
  const findings = same ? errors : [...errors, forbidden("anonymous", "changed from initial configuration file")];
  if (findings.length > 0) throw new Error(describeFindings(findings));
  return jwt;
}
