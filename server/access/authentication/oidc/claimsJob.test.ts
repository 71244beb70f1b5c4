import { describe, expect, it } from "vitest";
import { compile } from "../../../ground/cel/compile.ts";
import { claimsEnvironment, userEnvironment } from "../../../ground/cel/environments/environments.ts";
import type { Claims } from "./claims.ts";
import { claimsMapper } from "./claimsJob.ts";
import type { JwtRules } from "./jwtRules.ts";
import { mapClaims } from "./mapClaims.ts";

const program = (text: string) => compile(text, claimsEnvironment());
/** Its work is the square of the number of groups; the number makes it another expression. */
const costly = (list: string, i: number): string => `${list}.all(a, ${list}.exists(b, b == a)) && ${i} == ${i}`;

const rules = (count: number): JwtRules => ({
  issuer: { url: "https://i", audiences: ["a"] },
  requiredClaims: [{ claim: "iss", value: "https://i" }],
  claimConditions: Array.from({ length: count }, (_, i) => ({
    program: program(costly("claims.groups", i)),
    message: "each is in the list",
  })),
  username: { program: program("'user:' + claims.sub") },
  groups: { claim: "groups", prefix: "g:" },
  uid: { claim: "sub", prefix: "" },
  extra: [{ key: "example.com/first", program: program("claims.groups[0]") }],
  userConditions: [{ program: compile(costly("user.groups", 0), userEnvironment()), message: "same" }],
});
const claims = (groups: number): Claims => ({
  iss: "https://i",
  sub: "ann",
  large: 9007199254740993n,
  groups: Array.from({ length: groups }, (_, i) => `group-${i}`),
});

/** Number of turns of the event loop during the work. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}

describe("Claims", () => {
  it("are mapped at once when that takes little", async () => {
    const map = claimsMapper(rules(1));
    expect(await turnsOf(async () => expect(await map(claims(3))).toEqual(mapClaims(claims(3), rules(1))))).toBe(0);
  });

  it("are mapped in a worker when that takes long, with the same result", async () => {
    const map = claimsMapper(rules(5));
    const [many, one] = [claims(400), rules(5)];
    const turns = await turnsOf(async () => expect(await map(many)).toEqual(mapClaims(many, one)));
    expect(turns).toBeGreaterThan(0);
  });

  it("are refused with the same error in both", async () => {
    const map = claimsMapper(rules(5));
    for (const many of [claims(400), claims(3)]) {
      const wrong = { ...many, groups: [...(many["groups"] as string[]), 7] };
      expect(() => mapClaims(wrong, rules(5))).toThrow();
      const expected = await Promise.resolve()
        .then(() => mapClaims(wrong, rules(5)))
        .catch((error: Error) => error.message);
      await expect(map(wrong)).rejects.toThrow(String(expected));
    }
    const failing = {
      ...rules(2),
      claimConditions: [...rules(2).claimConditions, { program: program("false"), message: "no" }],
    };
    await expect(claimsMapper(failing)(claims(400))).rejects.toThrow("validation expression 'false' failed: no");
  });
});
