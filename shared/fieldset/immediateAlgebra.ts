/**
 * The operations of `algebra.ts` without pauses: for the console, where nothing else waits for the event loop, and for
 * tests.
 */
import { immediately } from "../steps.ts";
import * as steps from "./algebra.ts";

export { leaves } from "./algebra.ts";

export const union = immediately(steps.union);
export const unionOf = immediately(steps.unionOf);
export const intersection = immediately(steps.intersection);
export const difference = immediately(steps.difference);
export const recursiveDifference = immediately(steps.recursiveDifference);
export const recursiveIntersection = immediately(steps.recursiveIntersection);
