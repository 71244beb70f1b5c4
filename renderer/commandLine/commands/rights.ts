import { resourcePath } from "../../../shared/resourcePath.ts";
import { type Question, reviewOf } from "../../access/questions/review.ts";
import { textOf } from "../model/columns.ts";
import type { Command, Session } from "../model/command.ts";
import { UsageError } from "../model/flags.ts";
import { kindNamed } from "../model/targets.ts";

const canI: Command = {
  name: "auth can-i",
  usage: "VERB KIND[/SUBRESOURCE] [NAME] | VERB /PATH | --list",
  summary: "Says whether you may do something",
  flags: [{ name: "list" }, { name: "all-namespaces", short: "A" }, { name: "subresource", takes: true }],
  async run(input, session) {
    if (input.has("list")) return listRights(session);
    const [verb, target, ownName = ""] = input.args;
    if (verb === undefined || target === undefined) {
      throw new UsageError("error: you must specify two arguments: verb resource or verb resource/resourceName");
    }
    const question = target.startsWith("/")
      ? { mode: "path" as const, path: target }
      : { mode: "resource" as const, ...requestedResource(target, input.value("subresource"), ownName, session) };
    const empty = { resource: "", subresource: "", name: "", namespace: "", path: "" };
    const namespace = input.has("all-namespaces") ? "" : session.namespace;
    const { status } = await session.ask<{ status?: { allowed?: boolean; reason?: string } }>({
      method: "POST",
      path: session.vocabulary.render("/apis/authorization.{domain}/v1/selfsubjectaccessreviews"),
      body: reviewOf({ ...empty, namespace, verb, ...question } as Question, session.vocabulary),
    });
    const suffix = status?.reason === undefined || status.reason === "" ? "" : ` - ${status.reason}`;
    session.print(status?.allowed === true ? "yes" : `no${suffix}`);
  },
};

/**
 * `pods/log` refers to a subresource if the kind has it; otherwise the part after the slash is an object's name, as in
 * `pods/web`.
 */
function requestedResource(target: string, subresource: string, name: string, session: Session) {
  const [word = "", behind = ""] = target.split("/");
  const type = kindNamed(word, session.types);
  const isSubresource = subresource === "" && type?.subresources.includes(behind) === true;
  const resource = type === undefined ? word : `${type.resource}${type.group === "" ? "" : `.${type.group}`}`;
  if (type === undefined && word !== "*") session.print(`Warning: the server doesn't have a resource type '${word}'`);
  return { resource, subresource: isSubresource ? behind : subresource, name: isSubresource ? name : name || behind };
}

interface Rule {
  readonly verbs?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

async function listRights(session: Session): Promise<void> {
  const group = session.vocabulary.render("authorization.{domain}");
  const { status } = await session.ask<{
    status?: { resourceRules?: readonly Rule[]; nonResourceRules?: readonly Rule[] };
  }>({
    method: "POST",
    path: resourcePath({ group, version: "v1", resource: "selfsubjectrulesreviews" }),
    body: { apiVersion: `${group}/v1`, kind: "SelfSubjectRulesReview", spec: { namespace: session.namespace } },
  });
  const list = (words: readonly string[] = []): string => `[${words.join(" ")}]`;
  const rows = [
    ...(status?.resourceRules ?? []).flatMap(({ apiGroups = [""], resources = [], ...rule }) =>
      apiGroups.flatMap((each) =>
        resources.map((resource) => [
          each === "" ? resource : `${resource}.${each}`,
          "[]",
          list(rule.resourceNames),
          list(rule.verbs),
        ]),
      ),
    ),
    ...(status?.nonResourceRules ?? []).map(({ nonResourceURLs, verbs }) => [
      "",
      list(nonResourceURLs),
      "[]",
      list(verbs),
    ]),
  ];
  session.print(textOf([["Resources", "Non-Resource URLs", "Resource Names", "Verbs"], ...rows]));
}

const whoAmI: Command = {
  name: "auth whoami",
  usage: "",
  summary: "Says who you are to the server",
  flags: [],
  async run(_, session) {
    const group = session.vocabulary.render("authentication.{domain}");
    const { status } = await session.ask<{
      status?: {
        userInfo?: {
          username?: string;
          uid?: string;
          groups?: readonly string[];
          extra?: Readonly<Record<string, readonly string[]>>;
        };
      };
    }>({
      method: "POST",
      path: resourcePath({ group, version: "v1", resource: "selfsubjectreviews" }),
      body: { apiVersion: `${group}/v1`, kind: "SelfSubjectReview" },
    });
    const { username = "", uid, groups = [], extra = {} } = status?.userInfo ?? {};
    const rows = [
      ["ATTRIBUTE", "VALUE"],
      ["Username", username],
      ...(uid === undefined ? [] : [["UID", uid]]),
      ["Groups", `[${groups.join(" ")}]`],
      ...Object.entries(extra).map(([key, values]) => [`Extra: ${key}`, `[${values.join(" ")}]`]),
    ];
    session.print(textOf(rows));
  },
};

export const RIGHTS_COMMANDS = [canI, whoAmI];
