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
  /** Waits for the changes that other servers have stored. */
  fresh(): Promise<void> | undefined;
  /**
   * A second pool in which every address that it contains must be allocated, too. Servers without address objects use
   * it.
   */
  readonly beside?: AddressAllocator | undefined;
  readonly random?: Random | undefined;
}

const OUTSIDE = "the provided network does not match the current range";
const NOT_READY = "allocator not ready";

/**
 * A pool of the addresses of all ranges that ServiceCIDR objects define. Allocations are kept as IPAddress objects: the
 * store has at most one object of a name, whichever server creates it.
 */
export function createAddressPool(parts: AddressPoolParts): AddressAllocator {
  const { ranges, beside, random = Math.random } = parts;
  const { family } = ranges;

  const addressOf = (item: string): Address | undefined => {
    const address = parseAddress(item);
    return address?.family === family ? address : undefined;
  };
  const isGivenOut = (address: Address | undefined): address is Address =>
    address !== undefined && ranges.served().some((range) => range.canAllocate(address));
  /** @returns true when the second pool does not contain the address, or allocates it, too */
  const takesBeside = (item: string): boolean => beside?.contains(item) !== true || beside.allocate(item);

  const take = (address: Address): boolean => {
    if (ranges.isHeld(address) || !takesBeside(formatAddress(address))) return false;
    ranges.hold(address);
    return true;
  };

  const takeAny = (): Address | undefined => {
    /** Addresses that are free here but taken in the second pool; held during the search so that it skips them. */
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

  /** Removes the write as a holder: it has ended, or its stored object holds the address by now. */
  const release = (item: string): void => {
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
      release(item);
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
        return range === undefined ? { reason: NOT_READY } : { item: range.text.split("/")[0] ?? "" };
      },
    },
    shared: sharedSide(parts, release),
  };
}

/** Stores the addresses that a write holds, and frees them. */
function sharedSide({ objects, fresh, beside }: AddressPoolParts, release: (item: string) => void): SharedSide {
  /** The addresses that the second pool contains. */
  const insideOf = (items: readonly string[]): string[] => items.filter((item) => beside?.contains(item) === true);

  const deleteObjects = async (items: readonly string[], owner: Owner): Promise<void> => {
    const removed = await Promise.all(items.map(async (item) => ((await objects.remove(item, owner)) ? [item] : [])));
    const inside = insideOf(removed.flat());
    if (inside.length > 0) await beside?.shared?.free(inside, owner);
  };

  /** @returns whether all objects were created; otherwise none is kept */
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
      // An object that cannot be removed now stays until the repair loop finds that no service uses it.
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
        // Learn what another server has taken meanwhile, before trying another address.
        await fresh();
        return false;
      } finally {
        for (const item of addresses) release(item);
      }
    },
    free: (items, owner) => deleteObjects(items.map(plainAddress), owner),
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
