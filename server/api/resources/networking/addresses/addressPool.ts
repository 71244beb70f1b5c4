import { type Address, formatAddress, parseAddress } from "../../../../ground/formats/addresses/addresses.ts";
import {
  type AddressAllocator,
  type Owner,
  RefusedItem,
  type SharedSide,
} from "../../../registry/allocation/allocator.ts";
import { addressWords, plainAddress } from "../../../registry/allocation/ipAllocator.ts";
import type { Random } from "../../../registry/allocation/pool.ts";
import type { AddressObjects } from "./addressObjects.ts";
import type { ServedRanges } from "./servedRanges.ts";

export interface AddressPoolParts {
  readonly ranges: ServedRanges;
  readonly objects: AddressObjects;
  /** Looks what other servers stored. */
  fresh(): Promise<void> | undefined;
  /** Another pool that has to agree on every address that it contains: servers that keep no objects take from it. */
  readonly beside?: AddressAllocator | undefined;
  readonly random?: Random | undefined;
}

const OUTSIDE = "the provided network does not match the current range";
const NOT_READY = "allocator not ready";

/**
 * A pool of the addresses of all ranges that ServiceCIDR objects name. What is taken is kept as IPAddress objects: the
 * store has one at most of a name, whichever server makes it.
 */
export function createAddressPool(parts: AddressPoolParts): AddressAllocator {
  const { ranges, beside, random = Math.random } = parts;
  const { family } = ranges;

  const addressOf = (item: string): Address | undefined => {
    const address = parseAddress(item);
    return address?.family === family ? address : undefined;
  };
  const isGivenOut = (address: Address | undefined): address is Address =>
    address !== undefined && ranges.served().some((range) => range.gives(address));
  /** @returns whether the other pool, where it has a say, has it free and takes it, too */
  const takesBeside = (item: string): boolean => beside?.contains(item) !== true || beside.allocate(item);

  const take = (address: Address): boolean => {
    if (ranges.isHeld(address) || !takesBeside(formatAddress(address))) return false;
    ranges.hold(address);
    return true;
  };

  const takeAny = (): Address | undefined => {
    /** Free here, and taken in the other pool: held while the search goes on. */
    const passed: Address[] = [];
    try {
      for (const range of ranges.served()) {
        for (let found = range.any(random); found !== undefined; found = range.any(random)) {
          if (take(found)) return found;
          ranges.hold(found);
          passed.push(found);
        }
      }
      return undefined;
    } finally {
      for (const address of passed) ranges.release(address);
    }
  };

  /** A write holds it no more: it is over, or something stored holds it by now. */
  const letGo = (item: string): void => {
    const address = addressOf(item);
    if (address !== undefined) ranges.release(address);
  };

  return {
    family,
    description: family,
    words: { taken: addressWords(family).taken, outside: () => OUTSIDE },
    contains: (item) => isGivenOut(addressOf(item)),
    allocate(item) {
      const address = addressOf(item);
      if (!isGivenOut(address)) throw new RangeError(`${item} is in no range of services`);
      return take(address);
    },
    allocateNext() {
      const found = takeAny();
      return found && formatAddress(found);
    },
    hold(item) {
      const address = addressOf(item);
      if (address !== undefined) ranges.hold(address);
    },
    release(item) {
      letGo(item);
      beside?.release(plainAddress(item));
    },
    trial: {
      refusal(item) {
        const address = addressOf(item);
        if (isGivenOut(address)) return undefined;
        const [first] = ranges.all();
        return first?.served === true ? addressWords(first.range.text).outside(item) : NOT_READY;
      },
      next() {
        const [range] = ranges.served();
        return range === undefined ? { why: NOT_READY } : { item: range.text.split("/")[0] ?? "" };
      },
    },
    shared: sharedSide(parts, letGo),
  };
}

/** Takes in the store what a write holds, and gives it back. */
function sharedSide({ objects, fresh, beside }: AddressPoolParts, letGo: (item: string) => void): SharedSide {
  /** What of these the other pool has a say in. */
  const insideOf = (items: readonly string[]): string[] => items.filter((item) => beside?.contains(item) === true);

  const giveBack = async (items: readonly string[], owner: Owner): Promise<void> => {
    const removed = await Promise.all(items.map(async (item) => ((await objects.remove(item, owner)) ? [item] : [])));
    const inside = insideOf(removed.flat());
    if (inside.length > 0) await beside?.shared?.free(inside, owner);
  };

  /** @returns whether all of them are made; else none is */
  const createAll = async (items: readonly string[], owner: Owner): Promise<boolean> => {
    const made: string[] = [];
    let isDone = false;
    try {
      for (const item of items) {
        if (!(await createOne(objects, item, owner))) return false;
        made.push(item);
      }
      isDone = true;
      return true;
    } finally {
      // What cannot be removed now stays until the repair finds that no service has it.
      if (!isDone) await Promise.all(made.map((item) => objects.remove(item, owner))).catch(() => undefined);
    }
  };

  const confirm = async (items: readonly string[], owner: Owner): Promise<boolean> => {
    const inside = insideOf(items);
    if (inside.length > 0 && (await beside?.shared?.confirm(inside, owner)) === false) return false;
    let isDone = false;
    try {
      isDone = await createAll(items, owner);
      return isDone;
    } finally {
      if (!isDone && inside.length > 0) await beside?.shared?.free(inside, owner).catch(() => undefined);
    }
  };

  return {
    async confirm(items, owner) {
      const addresses = items.map(plainAddress);
      try {
        if (await confirm(addresses, owner)) return true;
        // What another server took meanwhile is to be known before something else is tried.
        await fresh();
        return false;
      } finally {
        for (const item of addresses) letGo(item);
      }
    },
    free: (items, owner) => giveBack(items.map(plainAddress), owner),
    async refresh() {
      await Promise.all([fresh(), beside?.shared?.refresh()]);
    },
  };
}

async function createOne(objects: AddressObjects, item: string, owner: Owner): Promise<boolean> {
  try {
    return await objects.create(item, owner);
  } catch (error) {
    throw error instanceof Error ? new RefusedItem(item, error) : error;
  }
}
