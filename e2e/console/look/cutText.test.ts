import { expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";

const scene = setScene();

test("a text that does not fit is whole in its tip", async () => {
  const { page, create, go } = scene;
  const name = `orders-${"from-the-warehouse-".repeat(6)}end`;
  await create("/api/v1/namespaces/default/configmaps", { metadata: { name } });
  await go("time?resource=configmaps&ns=default");
  const row = page.getByTestId("time-list-row").filter({ hasText: name });
  await row.getByText(name).hover();
  await expect.poll(() => page.getByRole("tooltip").allTextContents()).toContainEqual(expect.stringContaining(name));
});
