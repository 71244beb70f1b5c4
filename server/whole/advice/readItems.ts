import { type Members, memberAt, membersOf, recordsOf } from "../../../shared/advice/conversions/members.ts";
import { refusalText } from "./clusterReader.ts";
import { type Examination, parseAnswer } from "./examination.ts";

/** A list to be read in pages. */
export interface ListToRead {
  /** `/apis/apps/v1/deployments`. */
  readonly path: string;
  /** `labelSelector=…`; empty for all. */
  readonly query?: string;
  readonly accept?: string;
  /** Objects of a page. */
  readonly page: number;
  /** No more objects are read than this. */
  readonly most: number;
}

/** The objects of a list, page by page. A list that is refused or too long is told as hidden, as far as it was not read. */
export async function* readItems(
  { reader, collector, signal }: Examination,
  { path, query = "", accept, page, most }: ListToRead,
): AsyncGenerator<Members> {
  let next = "";
  for (let seen = 0; ; ) {
    signal.throwIfAborted();
    const parameters = [query, `limit=${page}`, next === "" ? "" : `continue=${encodeURIComponent(next)}`];
    const answer = await reader.get(`${path}?${parameters.filter((text) => text !== "").join("&")}`, accept);
    if (answer.status !== 200) return collector.hide(`${path}: ${refusalText(answer)}`);
    const list = membersOf(await parseAnswer(answer.text));
    const items = recordsOf(list?.["items"]);
    collector.objects += items.length;
    yield* items;
    seen += items.length;
    next = String(memberAt(list, "metadata")?.["continue"] ?? "");
    if (next === "" || items.length === 0) return;
    if (seen >= most) return collector.hide(`${path}: there are more than ${most} objects`);
  }
}
