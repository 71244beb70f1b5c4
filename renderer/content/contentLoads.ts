/** Content that is being loaded into clusters, whatever page the user views meanwhile. */

import type { Content } from "../../shared/content/content.ts";
import { loadContent } from "../../shared/content/loadContent.ts";
import type { Ask } from "../../shared/lessons/checkEngine.ts";
import { messageOf } from "../../shared/messageOf.ts";

/** The progress of a load. */
export interface ContentLoad {
  readonly content: Content;
  readonly done: number;
  /** Why it failed; loading again resumes from there. */
  readonly problem?: string;
}

export class ContentLoads {
  readonly #loads = new Map<string, ContentLoad>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The running or failed load of a cluster; undefined when there is none. */
  of(cluster: string): ContentLoad | undefined {
    return this.#loads.get(cluster);
  }

  /** Loads content into a cluster, unless a load is running there. @returns whether it is complete */
  async start(cluster: string, content: Content, ask: Ask): Promise<boolean> {
    const before = this.#loads.get(cluster);
    if (before !== undefined && before.problem === undefined) return false;
    this.#set(cluster, { content, done: 0 });
    try {
      await loadContent(content, ask, { onProgress: (done) => this.#set(cluster, { content, done }) });
      this.#set(cluster, undefined);
      return true;
    } catch (error) {
      const done = this.#loads.get(cluster)?.done ?? 0;
      this.#set(cluster, { content, done, problem: messageOf(error) });
      return false;
    }
  }

  /** Removes the report of a failed load. */
  dismiss(cluster: string): void {
    if (this.#loads.get(cluster)?.problem !== undefined) this.#set(cluster, undefined);
  }

  #set(cluster: string, load: ContentLoad | undefined): void {
    if (load === undefined) this.#loads.delete(cluster);
    else this.#loads.set(cluster, load);
    for (const listener of this.#listeners) listener();
  }
}

export const contentLoads = new ContentLoads();
