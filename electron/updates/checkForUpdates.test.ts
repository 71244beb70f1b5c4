import { beforeEach, expect, test, vi } from "vitest";
import { en } from "../texts/en.ts";
import { checkForUpdates } from "./checkForUpdates.ts";
import type { UpdateSource } from "./updateSource.ts";

const page = "https://updates.example/2.0.0";
const showPage = vi.fn(async () => {});
let answer: number;
let asked: { message: string; detail?: string }[];
beforeEach(() => {
  answer = 0;
  asked = [];
  showPage.mockClear();
});

const check = (source: UpdateSource): Promise<void> =>
  checkForUpdates(source, en, {
    version: "1.9.0",
    dialog: {
      showMessageBox: (async (options: { message: string }) => {
        asked.push(options);
        return { response: answer, checkboxChecked: false };
      }) as never,
    },
    showPage,
  });
const known = (version: string): UpdateSource => ({ latest: async () => ({ version, page }) });

test("shows the page of a newer version when the user asks for it", async () => {
  await check(known("2.0.0"));
  expect(asked[0]?.message).toBe("Version 2.0.0 is available.");
  expect(showPage).toHaveBeenCalledExactlyOnceWith(page);
  answer = 1;
  await check(known("2.0.0"));
  expect(showPage).toHaveBeenCalledOnce();
});

test.each(["1.9.0", "1.8.9"])("%s is not newer", async (version) => {
  await check(known(version));
  expect(asked).toMatchObject([{ message: en.updateNone }]);
  expect(showPage).not.toHaveBeenCalled();
});

test("reports why the check failed", async () => {
  await check({ latest: () => Promise.reject(new Error("the feed answered 404")) });
  expect(asked).toMatchObject([{ message: en.updateFailed, detail: "the feed answered 404" }]);
});
