import type { ApiObject, GroupResource } from "../../../../../shared/object.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { type Address, type Family, parseAddress } from "../../../../ground/formats/addresses/addresses.ts";
import type { ObjectReader } from "../../../../store/cache/reader.ts";
import { Holders } from "../../../registry/allocation/holders.ts";
import { isServable, ServedRange } from "./servedRange.ts";
import { isServed, rangesOf } from "./serviceCidr.ts";

/** A range, and which ServiceCIDRs name it. */
interface Named {
  readonly range: ServedRange;
  /** By name, whether the object is one that addresses are given out of. */
  readonly by: Map<string, boolean>;
}

/** What the ranges are read from. */
export type RangeReader = Pick<ObjectReader, "list" | "follow">;

/**
 * The ranges of one family that addresses of services come from, as ServiceCIDR objects name them, and which addresses
 * are held: by IPAddress objects, or by writes under way. Ranges may overlap; an address that is held is so in all.
 */
export class ServedRanges {
  readonly family: Family;
  /** By their text. */
  readonly #ranges = new Map<string, Named>();
  readonly #holders = new Holders<bigint>();
  /** The values of the addresses that objects hold. */
  #stored = new Set<bigint>();
  readonly #reader: RangeReader;
  readonly #resources: { readonly ranges: GroupResource; readonly addresses: GroupResource };

  constructor(family: Family, reader: RangeReader, vocabulary: Vocabulary) {
    this.family = family;
    this.#reader = reader;
    const group = vocabulary.render("networking.{domain}");
    this.#resources = { ranges: { group, resource: "servicecidrs" }, addresses: { group, resource: "ipaddresses" } };
    this.#readAddresses();
    this.#readRanges();
    reader.follow(
      this.#resources.addresses,
      ({ type, object }) => this.#note(object, type !== "deleted"),
      () => this.#readAddresses(),
    );
    reader.follow(
      this.#resources.ranges,
      ({ type, object, previous }) => {
        // In this order, so that a range that stays keeps what is known of it.
        if (type !== "deleted") this.#name(object);
        const gone = previous ?? (type === "deleted" ? object : undefined);
        if (gone !== undefined) this.#unname(gone, type === "deleted" ? undefined : object);
      },
      () => this.#readRanges(),
    );
  }

  /** All ranges, those first that addresses are given out of. */
  all(): readonly { readonly range: ServedRange; readonly served: boolean }[] {
    const all = [...this.#ranges.values()].map(({ range, by }) => ({ range, served: [...by.values()].includes(true) }));
    return [...all.filter(({ served }) => served), ...all.filter(({ served }) => !served)];
  }

  /** The ranges that addresses are given out of. */
  served(): ServedRange[] {
    return this.all().flatMap(({ range, served }) => (served ? [range] : []));
  }

  isHeld({ value }: Address): boolean {
    return this.#holders.has(value);
  }

  /** One holder more. */
  hold(address: Address): void {
    if (!this.#holders.has(address.value)) for (const { range } of this.#ranges.values()) range.hold(address);
    this.#holders.add(address.value);
  }

  /** One holder less. */
  release(address: Address): void {
    if (!this.#holders.has(address.value)) return;
    this.#holders.remove(address.value);
    if (!this.#holders.has(address.value)) for (const { range } of this.#ranges.values()) range.free(address);
  }

  /** An object holds its address, or does so no more. */
  #note({ metadata: { name = "" } }: ApiObject, isThere: boolean): void {
    const address = parseAddress(name);
    if (address?.family !== this.family || this.#stored.has(address.value) === isThere) return;
    if (isThere) {
      this.#stored.add(address.value);
      this.hold(address);
    } else {
      this.#stored.delete(address.value);
      this.release(address);
    }
  }

  #readAddresses(): void {
    const before = this.#stored;
    this.#stored = new Set();
    for (const object of this.#reader.list(this.#resources.addresses)) this.#note(object, true);
    // Last, so that nothing that stays is free in between.
    for (const value of before) this.release({ family: this.family, value });
  }

  #readRanges(): void {
    for (const { by } of this.#ranges.values()) by.clear();
    for (const object of this.#reader.list(this.#resources.ranges)) this.#name(object);
    for (const [text, { by }] of this.#ranges) if (by.size === 0) this.#ranges.delete(text);
  }

  #rangesOf(object: ApiObject): ServedRange[] {
    return rangesOf(object).flatMap((cidr) =>
      cidr.family === this.family && isServable(cidr) ? new ServedRange(cidr) : [],
    );
  }

  #name(object: ApiObject): void {
    for (const range of this.#rangesOf(object)) {
      let named = this.#ranges.get(range.text);
      if (named === undefined) {
        named = { range, by: new Map() };
        for (const value of this.#holders) range.hold({ family: this.family, value });
        this.#ranges.set(range.text, named);
      }
      named.by.set(object.metadata.name ?? "", isServed(object));
    }
  }

  /** @param next the object as it is now; undefined when it is gone */
  #unname(object: ApiObject, next: ApiObject | undefined): void {
    const kept = new Set(next === undefined ? [] : this.#rangesOf(next).map(({ text }) => text));
    for (const { text } of this.#rangesOf(object)) {
      const named = this.#ranges.get(text);
      if (named === undefined || kept.has(text)) continue;
      named.by.delete(object.metadata.name ?? "");
      if (named.by.size === 0) this.#ranges.delete(text);
    }
  }
}
