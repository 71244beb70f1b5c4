/** Content that is being put into clusters, whatever page is shown meanwhile. */
import type { Content } from "../../shared/content/content.ts";
import { loadContent } from "../../shared/content/loadContent.ts";
import type { Ask } from "../../shared/lessons/checkEngine.ts";

/** How far a load has come. */
export interface ContentLoad {
  readonly content: Content;
  readonly done: number;
  /** Why it broke off; loading again goes on from there. */
  readonly problem?: string;
}

export class ContentLoads {
  readonly #loads = new Map<string, ContentLoad>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What is being loaded into a cluster, or has broken off there; undefined when nothing is. */
  of(cluster: string): ContentLoad | undefined {
    return this.#loads.get(cluster);
  }

  /** Loads content into a cluster, unless some is being loaded there. @returns whether all of it is there now */
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
      this.#set(cluster, { content, done, problem: error instanceof Error ? error.message : String(error) });
      return false;
    }
  }

  /** Says no more that a load has broken off. */
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
