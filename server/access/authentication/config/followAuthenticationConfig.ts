import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { forbidden } from "../../../../shared/fieldError.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { reloadMetrics } from "../../../ground/observability/metrics/reloadMetrics.ts";
import type { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import { FileReload } from "../../../ground/settings/fileReload.ts";
import { readRegularFile } from "../../../ground/settings/readTextFile.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import type { Schema } from "../../../model/schema/schema.ts";
import type { JwtRules } from "../oidc/jwtRules.ts";
import { type CompileContext, compileAuthentication } from "./compileAuthentication.ts";
import { describeFindings } from "./describeFindings.ts";
import type { JwtMethods } from "./jwtMethods.ts";
import { decodeAuthenticationConfig, type WrittenAuthentication } from "./writtenAuthentication.ts";

export interface FollowOptions {
  readonly file: string;
  /** The file's content that is in use. */
  readonly text: string;
  /** The same content, decoded. */
  readonly written: WrittenAuthentication;
  readonly method: Pick<JwtMethods, "replace">;
  readonly schema: Schema;
  readonly context: CompileContext;
  readonly registry: MetricRegistry;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly warn: (text: string) => void;
}

/** Maximum milliseconds between two checks of the file. */
const INTERVAL = 60_000;

/**
 * Follows the configuration file. A change takes effect when it is valid and all of its providers respond; otherwise
 * the previous configuration stays. An invalid text is reported once; unresponsive providers are tried again at every
 * check. The settings of anonymous requests cannot change.
 * @returns a function that stops following
 */
export function followAuthenticationConfig(options: FollowOptions): () => void {
  const { file, text, written, method, schema, context, registry, now, warn } = options;
  const record = reloadMetrics(registry, "authentication", now);
  let ended = false;
  const refuse = (error: unknown): void => {
    if (ended) return;
    record("failure");
    const message = messageOf(error);
    warn(`authentication configuration ${file} kept as it was: ${message}`);
  };
  const reload = new FileReload(text, {
    interval: INTERVAL,
    watch: file,
    read: () => readRegularFile(file),
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

/** @throws Error with all validation errors */
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
