import { InMemoryFs } from "just-bash/browser";
import { expect, it } from "vitest";
import { createdBy, Owners } from "./owners.ts";

const ALICE = { user: 1000, group: 100 };
const BOB = { user: 2000, group: 200 };

it("a path is owned by the owner of its nearest folder with a recorded owner", () => {
  const owners = new Owners();
  owners.set("/a", ALICE);
  owners.set("/a/b/c", BOB);
  expect(["/", "/x", "/a", "/a/b", "/a/b/c/d", "/ab"].map((path) => owners.of(path).user)).toEqual([
    0, 0, 1000, 1000, 2000, 0,
  ]);
  owners.move("/a", "/z");
  expect(["/a/b/c", "/z/b", "/z/b/c"].map((path) => owners.of(path).user)).toEqual([0, 1000, 2000]);
  owners.drop("/z", true);
  expect(owners.of("/z/b/c").user).toBe(0);
});

it("new files belong to their creator, and modified files keep their owner", async () => {
  const files = new InMemoryFs({});
  const owners = new Owners();
  const [alice, bob] = [ALICE, BOB].map((who) => createdBy(files, owners, who));
  await alice?.mkdir("/a/b", { recursive: true });
  await bob?.writeFile("/a/b/f", "x");
  await alice?.writeFile("/a/b/f", "y");
  await bob?.symlink("f", "/a/l");
  await bob?.cp("/a/b", "/copy", { recursive: true });
  await alice?.mv("/a/b/f", "/moved");
  const users = ["/a", "/a/b", "/a/l", "/copy/f", "/moved"].map((path) => owners.of(path).user);
  expect(users).toEqual([1000, 1000, 2000, 2000, 2000]);
  await alice?.chmod("/a/b", 0o700);
  await alice?.mv("/a", "/z");
  expect([(await files.stat("/z/b")).mode, owners.of("/z/b").user]).toEqual([0o700, 1000]);
  await bob?.rm("/moved");
  await alice?.writeFile("/moved", "");
  expect(owners.of("/moved")).toEqual(ALICE);
  await files.chmod("/moved", 0o640);
  await bob?.writeFile("/moved", "z");
  await bob?.cp("/copy/f", "/moved");
  expect((await files.stat("/moved")).mode).toBe(0o640);
  await expect(bob?.writeFile("/none/f", "")).rejects.toThrow("No such file or directory");
});

it("a setgid folder passes its group to new files", async () => {
  const files = new InMemoryFs({});
  const owners = new Owners();
  owners.set("/", { user: 0, group: 7 });
  await files.chmod("/", 0o2777);
  await createdBy(files, owners, ALICE).writeFile("/f", "");
  expect(owners.of("/f")).toEqual({ user: 1000, group: 7 });
});
