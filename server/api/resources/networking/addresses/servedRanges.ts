import type { ApiObject, GroupResource } from "../../../../../shared/object.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { type Address, type Family, parseAddress } from "../../../../ground/formats/addresses/addresses.ts";
import type { ObjectReader } from "../../../../store/cache/reader.ts";
import { Holders } from "../../../registry/allocation/holders.ts";
import { isServable, ServedRange } from "./servedRange.ts";
import { isServed, rangesOf } from "./serviceCidr.ts";

/** A range, and the ServiceCIDRs that define it. */
interface Named {
  readonly range: ServedRange;
  /** By object name: whether the ServiceCIDR currently serves addresses. */
  readonly by: Map<string, boolean>;
}

/** The reader of ServiceCIDR and IPAddress objects. */
export type RangeReader = Pick<ObjectReader, "list" | "follow">;

/**
 * The ranges of one family for service addresses, as ServiceCIDR objects define them, and the held addresses: those of
 * IPAddress objects and of writes under way. Ranges may overlap; an address is held in all ranges that contain it.
 */
export class ServedRanges {
  readonly family: Family;
  /** By CIDR text. */
  readonly #ranges = new Map<string, Named>();
  readonly #holders = new Holders<bigint>();
  /** Values of the addresses that have an object. */
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
        // Add before removing, so that a range that stays keeps its held addresses.
        if (type !== "deleted") this.#name(object);
        const gone = previous ?? (type === "deleted" ? object : undefined);
        if (gone !== undefined) this.#dropName(gone, type === "deleted" ? undefined : object);
      },
      () => this.#readRanges(),
    );
  }

  /** All ranges, those that serve addresses first. */
  all(): readonly { readonly range: ServedRange; readonly served: boolean }[] {
    const all = [...this.#ranges.values()].map(({ range, by }) => ({ range, served: [...by.values()].includes(true) }));
    return [...all.filter(({ served }) => served), ...all.filter(({ served }) => !served)];
  }

  /** The ranges that serve addresses. */
  served(): ServedRange[] {
    return this.all().flatMap(({ range, served }) => (served ? [range] : []));
  }

  isHeld({ value }: Address): boolean {
    return this.#holders.has(value);
  }

  /** Adds a holder. */
  hold(address: Address): void {
    if (!this.#holders.has(address.value)) for (const { range } of this.#ranges.values()) range.hold(address);
    this.#holders.add(address.value);
  }

  /** Removes a holder. */
  release(address: Address): void {
    if (!this.#holders.has(address.value)) return;
    this.#holders.remove(address.value);
    if (!this.#holders.has(address.value)) for (const { range } of this.#ranges.values()) range.free(address);
  }

  /** Records that an object holds its address, or no longer does. */
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
    // Release last, so that an address that stays held is never free in between.
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

  /** @param next the current object; undefined when it was removed */
  #dropName(object: ApiObject, next: ApiObject | undefined): void {
    const kept = new Set(next === undefined ? [] : this.#rangesOf(next).map(({ text }) => text));
    for (const { text } of this.#rangesOf(object)) {
      const named = this.#ranges.get(text);
      if (named === undefined || kept.has(text)) continue;
      named.by.delete(object.metadata.name ?? "");
      if (named.by.size === 0) this.#ranges.delete(text);
    }
  }
}
