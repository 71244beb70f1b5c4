import { resourcePath } from "../../../shared/resourcePath.ts";
import type { Command } from "../model/command.ts";
import { UsageError } from "../model/flags.ts";
import { nameIn, valueFlags } from "./creating.ts";

/** `create token`: a token of a service account. */
export const createToken: Command = {
  name: "create token",
  usage: "SERVICEACCOUNT [--duration=1h] [--audience=NAME]",
  summary: "Prints a token of a service account",
  flags: valueFlags("duration", "audience"),
  async run(input, session) {
    const path = resourcePath({
      group: "",
      version: "v1",
      resource: "serviceaccounts",
      namespace: session.namespace,
      name: nameIn(input),
      subresource: "token",
    });
    const [, count, unit] = /^(\d+)([smh])$/.exec(input.value("duration")) ?? [];
    if (input.has("duration") && count === undefined)
      throw new UsageError(`error: invalid duration "${input.value("duration")}"`);
    const seconds = count === undefined ? undefined : Number(count) * ({ s: 1, m: 60, h: 3600 }[unit ?? "s"] ?? 1);
    const audiences = input.values("audience", true);
    const spec = {
      ...(audiences.length === 0 ? {} : { audiences }),
      ...(seconds === undefined ? {} : { expirationSeconds: seconds }),
    };
    const group = session.vocabulary.render("authentication.{domain}");
    const answer = await session.ask<{ status?: { token?: string } }>({
      method: "POST",
      path,
      body: { apiVersion: `${group}/v1`, kind: "TokenRequest", spec },
    });
    session.print(answer.status?.token ?? "");
  },
};
