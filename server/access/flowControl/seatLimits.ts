/** The number of seats of a priority level: its share, and what it borrows from others. */
import type { PriorityLevelConfiguration } from "kubernetes-types/flowcontrol/v1";

/** The limits of a level, in seats. */
export interface SeatLimits {
  /** The level's share of all seats. */
  readonly nominal: number;
  /** The seats that it never lends. */
  readonly lower: number;
  /** The maximum, including borrowed seats. */
  readonly upper: number;
}

type Spec = NonNullable<PriorityLevelConfiguration["spec"]>;

const sharesOf = ({ limited, exempt }: Spec): number =>
  limited === undefined ? (exempt?.nominalConcurrencyShares ?? 0) : (limited.nominalConcurrencyShares ?? 30);

/** Distributes all seats of a server among levels. @param total the seats of the server */
export function nominalLimits(total: number, specs: ReadonlyMap<string, Spec>): Map<string, SeatLimits> {
  let shares = 0;
  for (const spec of specs.values()) shares += sharesOf(spec);
  return new Map(
    [...specs].map(([name, spec]) => {
      const nominal = shares === 0 ? 0 : Math.ceil((total * sharesOf(spec)) / shares);
      const { lendablePercent = 0, borrowingLimitPercent } = {
        ...(spec.limited ?? spec.exempt),
      } as { lendablePercent?: number; borrowingLimitPercent?: number };
      const lendable = Math.round((nominal * lendablePercent) / 100);
      const borrowable =
        borrowingLimitPercent === undefined ? total : Math.round((nominal * borrowingLimitPercent) / 100);
      return [name, { nominal, lower: nominal - lendable, upper: nominal + borrowable }];
    }),
  );
}

/** A level's claim to seats. */
export interface Claim {
  readonly lower: number;
  readonly upper: number;
  /** Seats that it would use. */
  readonly target: number;
}

/**
 * Allots seats in proportion to the targets, within each level's bounds, until all are allotted.
 * @returns in the order of the claims
 */
export function allocateSeats(total: number, claims: readonly Claim[]): number[] {
  const lowest = claims.reduce((sum, { lower }) => sum + lower, 0);
  const highest = claims.reduce((sum, { upper }) => sum + upper, 0);
  if (total <= lowest) return claims.map(({ lower }) => lower);
  if (total >= highest) return claims.map(({ upper }) => upper);
  const at = (proportion: number): number[] =>
    claims.map(({ lower, upper, target }) => Math.min(Math.max(lower, proportion * Math.max(target, TINY)), upper));
  // The sum grows with the proportion, so bisect.
  let [low, high] = [0, 1];
  while (sum(at(high)) < total && high < HUGE) high *= 2;
  for (let i = 0; i < STEPS; i++) {
    const middle = (low + high) / 2;
    if (sum(at(middle)) < total) low = middle;
    else high = middle;
  }
  return at(high);
}

const TINY = 1e-3;
const HUGE = 1e12;
const STEPS = 60;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
