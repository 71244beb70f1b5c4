import type { Page } from "playwright-core";

/** A file in a test. */
export interface DroppedFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Drags files over the page, and drops them unless `hover` is set.
 *
 * @param target where to drop; default the page itself
 */
export async function dropFiles(
  page: Page,
  files: readonly DroppedFile[],
  { target = "body", hover = false }: { target?: string; hover?: boolean } = {},
): Promise<void> {
  await page.evaluate(
    ([dropped, selector, isHovering]) => {
      const dataTransfer = new DataTransfer();
      for (const { name, text } of dropped) dataTransfer.items.add(new File([text], name));
      const over = document.querySelector(selector) ?? document.body;
      for (const type of isHovering ? ["dragenter", "dragover"] : ["dragenter", "dragover", "drop"]) {
        over.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }
    },
    [files, target, hover] as const,
  );
}
