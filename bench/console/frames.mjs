/**
 * Frames of the page's main thread while `act` runs: frames per second, the longest time between two frames, the
 * longest task, and the processor time per frame.
 *
 * @param {{ page: import("playwright-core").Page, processorTime(): Promise<Record<string, number>> }} browser
 */
export async function measureFrames(browser, act) {
  const { page } = browser;
  await page.evaluate(startRecorder);
  const before = await browser.processorTime();
  await act();
  const after = await browser.processorTime();
  const { gaps, tasks } = await page.evaluate(() => window.stopRecorder());
  const seconds = gaps.reduce((total, gap) => total + gap, 0) / 1000;
  const spent = (kind) => after[kind] - before[kind];
  const perFrame = (kind) => (spent(kind) * 1000) / gaps.length;
  return {
    seconds,
    rate: gaps.length / seconds,
    longestGap: Math.max(0, ...gaps),
    longestTask: Math.max(0, ...tasks),
    longTasks: tasks.length,
    work: perFrame("task"),
    parts: { script: perFrame("script"), style: perFrame("style"), layout: perFrame("layout") },
  };
}

/** Runs in the page. */
function startRecorder() {
  const gaps = [];
  const tasks = [];
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  });
  observer.observe({ entryTypes: ["longtask"] });
  let last = performance.now();
  let isOver = false;
  const frame = () => {
    const now = performance.now();
    gaps.push(now - last);
    last = now;
    if (!isOver) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  window.stopRecorder = () => {
    isOver = true;
    observer.disconnect();
    return { gaps: gaps.slice(1), tasks };
  };
}

/** Scrolls an element with wheel events through the browser's input: `pixelsPerSecond` downwards. */
export async function wheel(browser, selector, seconds, pixelsPerSecond) {
  const box = await browser.page.locator(selector).boundingBox();
  await browser.session.send("Input.synthesizeScrollGesture", {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    yDistance: -seconds * pixelsPerSecond,
    speed: pixelsPerSecond,
    gestureSourceType: "mouse",
  });
}

/** Scrolls an element from its top to its end, like a user who drags the scroll bar: every frame shows other rows. */
export function drag(browser, selector, seconds) {
  return browser.page.evaluate(
    ([where, ms]) =>
      new Promise((resolve) => {
        const element = document.querySelector(where);
        const way = element.scrollHeight - element.clientHeight;
        const begun = performance.now();
        const step = () => {
          const part = Math.min(1, (performance.now() - begun) / ms);
          element.scrollTop = part * way;
          if (part < 1) requestAnimationFrame(step);
          else resolve(undefined);
        };
        step();
      }),
    [selector, seconds * 1000],
  );
}

/** A minimal page to scroll for comparison: the best that the browser can achieve on this machine. */
export const PLAIN_PAGE =
  '<body style="margin:0"><main style="height:100vh;overflow:auto;background:#fff"><div style="height:1400000px">plain</div></main>';
