/** A server with one list for tests: responds with the test's pages, and exposes the opened watches. */
import type { ApiError } from "../../shared/status.ts";
import type { ListPage, ListWatchSource, WatchHandlers } from "../api/watch/listSource.ts";

export interface OpenedWatch<T> extends WatchHandlers<T> {
  resourceVersion: string;
  /** Whether the client closed the watch. */
  dropped: boolean;
}

/** A page, an error, or a promise of a page. */
export type Answer<T> = ListPage<T> | Error | Promise<ListPage<T>>;

export interface FakeServer<T> extends ListWatchSource<T> {
  /** The responses to the next lists, in order; the last one repeats. */
  answers: Answer<T>[];
  lists: { limit: number; continue?: string | undefined }[];
  watches: OpenedWatch<T>[];
  /** Why the server refuses watches; undefined if it does not. */
  refusal: ApiError | undefined;
  unwatchable?: ApiError | undefined;
  /** The newest watch. @throws Error if none was opened */
  latest(): OpenedWatch<T>;
}

export function fakeServer<T>(...answers: Answer<T>[]): FakeServer<T> {
  const server: FakeServer<T> = {
    answers,
    lists: [],
    watches: [],
    refusal: undefined,
    watchRefusal: async () => server.refusal,
    async list(query) {
      server.lists.push(query);
      const answer = server.answers.length > 1 ? server.answers.shift() : server.answers[0];
      if (answer === undefined) throw new Error("no answer was prepared");
      if (answer instanceof Error) throw answer;
      return answer;
    },
    watch(resourceVersion, handlers) {
      const opened: OpenedWatch<T> = { ...handlers, resourceVersion, dropped: false };
      server.watches.push(opened);
      return {
        close: () => {
          opened.dropped = true;
        },
      };
    },
    latest() {
      const watch = server.watches.at(-1);
      if (watch === undefined) throw new Error("no watch was opened");
      return watch;
    },
  };
  return server;
}
