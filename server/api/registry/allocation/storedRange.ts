import { atOnce } from "../../../../shared/steps.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import type { KeyValue, Storage } from "../../../store/storage/storage.ts";
import type { ObjectCodec } from "../storedForm/objectCodec.ts";
import { Bitmap } from "./bitmap.ts";
import type { Space } from "./pool.ts";

/** The allocations of a range, as the store has them. */
export interface RangeState {
  readonly taken: Bitmap;
  /** 0 while nothing is stored. */
  readonly revision: number;
}

export interface StoredRangeParts {
  readonly storage: Pick<Storage, "get" | "commit">;
  readonly codec: ObjectCodec;
  /** The store key of the object: `/registry/ranges/serviceips`. */
  readonly key: string;
  readonly space: Space;
}

interface Change {
  readonly take: readonly number[];
  readonly free: readonly number[];
  resolve(done: boolean): void;
  reject(error: unknown): void;
}

/**
 * A `RangeAllocation` object, which holds the allocations from a range for all servers of a store. Every change is a
 * compare-and-set; changes that arrive during a write are batched into the next one.
 */
export class StoredRange {
  readonly #parts: StoredRangeParts;
  #state: RangeState;
  #waiting: Change[] = [];
  #writing = false;

  constructor(parts: StoredRangeParts) {
    this.#parts = parts;
    this.#state = { taken: new Bitmap(parts.space.size), revision: 0 };
  }

  /** The state when this server last read or wrote it. */
  get known(): RangeState {
    return this.#state;
  }

  /** Reads the stored state. @throws Error when the value is not a RangeAllocation, or belongs to another range */
  async refresh(): Promise<RangeState> {
    const read = this.#read(await this.#parts.storage.get(this.#parts.key));
    // A commit that finished during the read has a newer state.
    if (read.revision >= this.#state.revision) this.#state = read;
    return read;
  }

  /**
   * Allocates the items of `take` and frees those of `free`. If an item of `take` is already allocated, it allocates
   * none.
   * @returns false when an item was already allocated
   */
  change(take: readonly number[], free: readonly number[] = []): Promise<boolean> {
    if (take.length === 0 && free.length === 0) return Promise.resolve(true);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ take, free, resolve, reject });
      if (!this.#writing) void this.#work();
    });
  }

  /**
   * Replaces the whole allocation unless another server has changed it since `before`.
   * @returns whether it was replaced
   */
  async replace(taken: Bitmap, before: RangeState): Promise<boolean> {
    return (await this.#commit(taken, before.revision)) !== undefined;
  }

  async #work(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#settle(batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#writing = false;
  }

  async #settle(batch: readonly Change[]): Promise<void> {
    // Another server may have allocated a released item since this server last read the state.
    if (batch.some(({ free }) => free.some((each) => !this.#state.taken.has(each)))) await this.refresh();
    for (;;) {
      const { taken, revision } = this.#state;
      const next = taken.copy();
      let differs = false;
      const outcomes = batch.map(({ take, free }) => {
        for (const each of free) {
          differs ||= next.has(each);
          next.delete(each);
        }
        if (take.some((each) => next.has(each))) return false;
        for (const each of take) next.add(each);
        differs ||= take.length > 0;
        return true;
      });
      if (differs && (await this.#commit(next, revision)) === undefined) continue;
      for (const [i, { resolve }] of batch.entries()) resolve(outcomes[i] === true);
      return;
    }
  }

  /** @returns undefined when the stored state has changed meanwhile; `known` is then up to date */
  async #commit(taken: Bitmap, revision: number): Promise<RangeState | undefined> {
    const { storage, codec, key, space } = this.#parts;
    const object = {
      kind: "RangeAllocation",
      apiVersion: "v1",
      metadata: {},
      range: space.description,
      data: Buffer.from(taken.toBytes()).toString("base64"),
    };
    const value = await inTurns(codec.encode(object));
    const guard = revision === 0 ? { absent: true as const } : { modRevision: revision };
    const result = await storage.commit([{ type: "put", key, value, guard }]);
    if (!result.ok) {
      this.#state = this.#read(result.current);
      return undefined;
    }
    this.#state = { taken, revision: result.revision };
    return this.#state;
  }

  #read(kv: KeyValue | undefined): RangeState {
    const { codec, key, space } = this.#parts;
    if (kv === undefined) return { taken: new Bitmap(space.size), revision: 0 };
    if (kv.unreadable !== undefined) throw new Error(`${key}: ${kv.unreadable}`);
    const { range, data } = atOnce(codec.decode(kv.value)) as { range?: unknown; data?: unknown };
    if (range !== space.description) {
      throw new Error(`${key}: the store gives out ${String(range)}, this server is to give out ${space.description}`);
    }
    const bytes = Buffer.from(typeof data === "string" ? data : "", "base64");
    return { taken: Bitmap.from(bytes, space.size), revision: kv.modRevision };
  }
}
