import { stringify } from "yaml";
import { resourcePath, withQuery } from "../../../shared/resourcePath.ts";
import { type Table, type TableColumnDefinition, type TableRow, tableMediaType } from "../../../shared/table.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { formatAge } from "../../ui/age/formatAge.ts";
import { lineOf, widthsOf } from "../model/columns.ts";
import type { Command, Session } from "../model/command.ts";
import { type Input, UsageError } from "../model/flags.ts";
import {
  findObjects,
  listedBy,
  nameOf,
  namespaceFor,
  readTargets,
  SELECTION_FLAGS,
  type Target,
  wordOf,
} from "../model/targets.ts";

const FORMATS = ["", "wide", "yaml", "json", "name"];

export const get: Command = {
  name: "get",
  usage: "KIND [NAME …] | KIND/NAME … [-o wide|yaml|json|name] [-w]",
  summary: "Lists objects, or shows some",
  flags: [
    ...SELECTION_FLAGS,
    { name: "output", short: "o", takes: true },
    { name: "watch", short: "w" },
    { name: "show-labels" },
    { name: "no-headers" },
  ],
  async run(input, session) {
    const format = input.value("output");
    if (!FORMATS.includes(format)) {
      throw new UsageError(`error: unknown output format "${format}"; one of wide, yaml, json, name`);
    }
    if (format !== "" && format !== "wide") return printObjects(input, session, format);
    const targets = readTargets(input.args, session.types);
    if (input.has("watch") && targets.length > 1) throw new UsageError("error: you may only watch one kind at a time");
    let isFirst = true;
    let count = 0;
    for (const target of targets) {
      const shown = await tablesOf(target, input, session);
      const rows = shown.flatMap(({ rows }) => rows ?? []);
      if (rows.length === 0 && !input.has("watch")) continue;
      if (!isFirst) session.print("");
      isFirst = false;
      count += rows.length;
      const printer = new TablePrinter(target.type, input, session, targets.length > 1);
      printer.print(shown);
      if (input.has("watch")) await watch(target, input, session, printer, shown);
    }
    if (count === 0 && !input.has("watch")) session.print(nothingFound(targets, input, session));
  },
};

function nothingFound([first]: readonly Target[], input: Input, session: Session): string {
  const isEverywhere = first === undefined || namespaceFor(first.type, input, session) === "";
  return isEverywhere ? "No resources found" : `No resources found in ${session.namespace} namespace.`;
}

async function printObjects(input: Input, session: Session, format: string): Promise<void> {
  const everything = { ...input, has: (flag: string) => flag === "all" || input.has(flag) };
  const found = await findObjects(everything, session);
  if (format === "name") {
    for (const each of found) session.print(nameOf(each));
    return;
  }
  const [only] = found;
  const isOne = found.length === 1 && (input.args.length > 1 || input.args[0]?.includes("/") === true);
  const shown = isOne ? only?.object : { apiVersion: "v1", kind: "List", items: found.map(({ object }) => object) };
  session.print((format === "json" ? JSON.stringify(shown, null, 4) : stringify(shown)).trimEnd());
}

async function tablesOf({ type, names }: Target, input: Input, session: Session): Promise<Table[]> {
  const accept = accepted(session);
  if (names.length > 0) {
    const namespace = namespaceFor(type, input, session);
    return Promise.all(
      names.map((name) => session.ask<Table>({ path: resourcePath({ ...type, namespace, name }), accept })),
    );
  }
  const { path, query } = listedBy(type, input, session);
  const tables: Table[] = [];
  let token: string | undefined;
  do {
    const table = await session.ask<Table>({
      path: withQuery(path, { ...query, limit: 500, continue: token }),
      accept,
    });
    tables.push(table);
    token = table.metadata.continue || undefined;
  } while (token !== undefined);
  return tables;
}

const accepted = ({ vocabulary }: Session): string => `${tableMediaType(vocabulary.metaGroup)},application/json`;

async function watch(
  { type, names }: Target,
  input: Input,
  session: Session,
  printer: TablePrinter,
  shown: readonly Table[],
): Promise<void> {
  const { path, query } = listedBy(type, input, session);
  const [name, ...others] = names;
  if (others.length > 0) throw new UsageError("error: you may only watch one object or a list");
  const fieldSelector = name === undefined ? query["fieldSelector"] : `metadata.name=${name}`;
  const resourceVersion = shown[0]?.metadata.resourceVersion;
  await session.watch(
    withQuery(path, { ...query, fieldSelector, resourceVersion }),
    accepted(session),
    ({ type: what, object }) => {
      if (what !== "BOOKMARK") printer.print([object as Table]);
    },
  );
}

/** Prints several tables of one kind as one: with the columns of the first, and for later rows the same widths. */
class TablePrinter {
  readonly #type: ResourceType;
  readonly #input: Input;
  readonly #session: Session;
  readonly #isPrefixed: boolean;
  #columns: readonly TableColumnDefinition[] = [];
  #widths: number[] | undefined;

  constructor(type: ResourceType, input: Input, session: Session, isPrefixed: boolean) {
    this.#type = type;
    this.#input = input;
    this.#session = session;
    this.#isPrefixed = isPrefixed;
  }

  print(tables: readonly Table[]): void {
    const columns = tables.find(({ columnDefinitions }) => (columnDefinitions ?? []).length > 0)?.columnDefinitions;
    if (columns !== undefined && columns !== null) this.#columns = columns;
    const rows = tables.flatMap(({ rows }) => rows ?? []).map((row) => this.#cells(row));
    const isHeadShown = this.#widths === undefined && rows.length > 0;
    const head = isHeadShown ? [this.#head()] : [];
    if (isHeadShown) this.#widths = widthsOf([...head, ...rows]);
    const lines = this.#input.has("no-headers") ? rows : [...head, ...rows];
    if (lines.length > 0) this.#session.print(lines.map((line) => lineOf(line, this.#widths ?? [])).join("\n"));
  }

  #isShown = ({ priority }: TableColumnDefinition): boolean => priority === 0 || this.#input.value("output") === "wide";

  #head(): string[] {
    const names = this.#columns.filter(this.#isShown).map(({ name }) => name.toUpperCase());
    return [
      ...(this.#hasNamespaces ? ["NAMESPACE"] : []),
      ...names,
      ...(this.#input.has("show-labels") ? ["LABELS"] : []),
    ];
  }

  #cells({ cells, object }: TableRow): string[] {
    const shown = this.#columns.flatMap((column, i) => (this.#isShown(column) ? [this.#text(cells[i], column)] : []));
    const labels = Object.entries(object?.metadata.labels ?? {}).map(([key, value]) => `${key}=${value}`);
    return [
      ...(this.#hasNamespaces ? [object?.metadata.namespace ?? ""] : []),
      ...shown,
      ...(this.#input.has("show-labels") ? [labels.join(",") || "<none>"] : []),
    ];
  }

  #text(cell: unknown, { format, type, name }: TableColumnDefinition): string {
    if (cell === null || cell === undefined) return "<none>";
    if (format === "name" && this.#isPrefixed) return `${wordOf(this.#type)}/${cell}`;
    const isMoment = type === "date" && typeof cell === "string" && /^\d{4}-\d\d-\d\dT/.test(cell);
    if (isMoment && name !== "Created At") return formatAge(this.#session.now() - Date.parse(cell));
    return String(cell).replaceAll("\n", " ");
  }

  get #hasNamespaces(): boolean {
    return this.#type.namespaced && this.#input.has("all-namespaces");
  }
}
