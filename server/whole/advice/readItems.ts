import { type Members, memberAt, recordsOf } from "../../../shared/advice/conversions/members.ts";
import { type Examination, readObject } from "./examination.ts";

/** A list to read in pages. */
export interface ListToRead {
  /** For example `/apis/apps/v1/deployments`. */
  readonly path: string;
  /** For example `labelSelector=…`; empty for all objects. */
  readonly query?: string;
  readonly accept?: string;
  /** Number of objects per page. */
  readonly page: number;
  /** Maximum number of objects to read. */
  readonly most: number;
}

/** The objects of a list, page by page. If the list is refused or too long, its unread part is reported as hidden. */
export async function* readItems(
  examination: Examination,
  { path, query = "", accept, page, most }: ListToRead,
): AsyncGenerator<Members> {
  const { collector } = examination;
  let next = "";
  for (let seen = 0; ; ) {
    const parameters = [query, `limit=${page}`, next === "" ? "" : `continue=${encodeURIComponent(next)}`];
    const asked = `${path}?${parameters.filter((text) => text !== "").join("&")}`;
    const list = await readObject(examination, asked, accept);
    if (list === undefined) return;
    const items = recordsOf(list["items"]);
    collector.objects += items.length;
    yield* items;
    seen += items.length;
    next = String(memberAt(list, "metadata")?.["continue"] ?? "");
    if (next === "" || items.length === 0) return;
    if (seen >= most) return collector.hide(`${path}: there are more than ${most} objects`);
  }
}
