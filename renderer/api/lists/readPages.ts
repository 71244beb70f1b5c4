import type { ListPage, ListWatchSource } from "../watch/listSource.ts";

/** Items per page: small enough for the first rows to appear soon, large enough to need few requests. */
const PAGE_SIZE = 500;

/**
 * Reads a list page by page, and delivers each page as it arrives. Returns early, without another call, when `signal`
 * aborts, which `onPage` may cause.
 *
 * @throws the source's errors; for a token that expired between two pages, an ApiError with code 410
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
  } while (token !== undefined && !signal.aborted);
}
