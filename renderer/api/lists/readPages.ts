import type { ListPage, ListWatchSource } from "../watch/listSource.ts";

/** Small enough that the first rows appear soon, large enough that many rows need few requests. */
const PAGE_SIZE = 500;

/**
 * Reads a list page by page, and delivers each page as it arrives. Returns early, without another call, once `signal`
 * is aborted.
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
