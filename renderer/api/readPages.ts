import type { ListPage, ListWatchSource } from "./listSource.ts";

/** Rows that are there soon, and few requests for many rows. */
const PAGE_SIZE = 500;

/**
 * Reads a list page by page, each told as it comes. Returns early, without a further call, once `signal` is aborted.
 *
 * @throws what the source throws; a token that expired between two pages is an ApiError of code 410
 */
export async function readPages<T>(
  source: Pick<ListWatchSource<T>, "list">,
  signal: AbortSignal,
  onPage: (page: ListPage<T>) => void,
): Promise<void> {
  let token: string | undefined;
  do {
    const page = await source.list({ limit: PAGE_SIZE, continue: token }, signal);
    if (signal.aborted) return;
    onPage(page);
    token = page.continue;
  } while (token !== undefined);
}
