import { badRequest, notFound } from "../../../../shared/status.ts";
import { causeGraph } from "../../../acting/causes/causeGraph.ts";
import type { Causes } from "../../../acting/causes/causes.ts";
import type { Action } from "../../../acting/causes/change.ts";
import type { Answer, RequestContext } from "../../../ground/request/context.ts";

const USUAL = 200;
const MOST = 1000;

/**
 * `/simulation/causes`: with `resource` and `name` (and `group`, `namespace`, `revision`), returns the causes and
 * effects of changes of that object; otherwise the actions after the action `after`.
 */
export function answerCauses(causes: Causes | undefined, { method, query }: RequestContext): Answer {
  if (causes === undefined) throw notFound({ group: "", resource: "simulation" }, "causes");
  if (method !== "GET") throw badRequest("causes are read only");
  const { ledger } = causes;
  const limit = numberOf(query, "limit", USUAL, MOST);
  const [resource, name] = [query.get("resource") ?? "", query.get("name") ?? ""];
  if (resource === "" && name === "") {
    const items: Action[] = [];
    const after = numberOf(query, "after", 0, Number.MAX_SAFE_INTEGER);
    let isCut = false;
    for (const action of ledger.after(after)) {
      isCut = items.length >= limit;
      if (isCut) break;
      items.push(action);
    }
    return json({ last: ledger.last, isCut, items: items.map(shown) });
  }
  if (resource === "" || name === "") throw badRequest("resource and name belong together");
  const start = {
    ...{ group: query.get("group") ?? "", resource, namespace: query.get("namespace") ?? "", name },
    revision: query.get("revision") ?? undefined,
  };
  const { actions, isCut } = causeGraph(ledger, start, limit);
  return json({ last: ledger.last, isCut, items: actions.map(shown) });
}

function numberOf(query: URLSearchParams, name: string, usual: number, most: number): number {
  const text = query.get(name);
  if (text === null) return usual;
  if (!/^\d{1,16}$/.test(text) || Number(text) > most) {
    throw badRequest(`${name} must be a whole number, at most ${most}, not ${JSON.stringify(text)}`);
  }
  return Number(text);
}

const shown = ({ at, ...action }: Action) => ({ ...action, at: new Date(at).toISOString() });

const json = (body: unknown): Answer => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: `${JSON.stringify(body)}\n`,
});
