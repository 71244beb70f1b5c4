import { type NativeImage, nativeImage } from "electron";
import { drawMark } from "./drawMark.ts";
import { encodePng } from "./encodePng.ts";

/** Width of a tray icon in pixels on each platform, at a scale of one. */
const SIZES: Partial<Record<NodeJS.Platform, number>> = { darwin: 16, win32: 16 };

/**
 * The icon in the system tray: a template image on macOS, whose menu bar changes its colour; the coloured tile
 * elsewhere.
 */
export function trayIcon(platform: NodeJS.Platform): NativeImage {
  const style = platform === "darwin" ? "template" : "tile";
  const size = SIZES[platform] ?? 22;
  const image = nativeImage.createEmpty();
  for (const scaleFactor of [1, 2]) {
    image.addRepresentation({ scaleFactor, buffer: encodePng(drawMark(size * scaleFactor, style)) });
  }
  image.setTemplateImage(platform === "darwin");
  return image;
}
