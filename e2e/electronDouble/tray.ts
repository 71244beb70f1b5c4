import { EventEmitter } from "node:events";
import { state, type TrayItem, type TrayState } from "./state.ts";

/** An image that records its bitmaps. */
class NativeImage {
  readonly representations: { scaleFactor: number; buffer: Buffer }[] = [];
  isTemplate = false;

  addRepresentation(representation: { scaleFactor: number; buffer: Buffer }): void {
    this.representations.push(representation);
  }

  setTemplateImage(isTemplate: boolean): void {
    this.isTemplate = isTemplate;
  }
}

export const nativeImage = { createEmpty: (): NativeImage => new NativeImage() };

/** A tray icon that exists only as recorded state. */
export class Tray extends EventEmitter implements TrayState {
  readonly icon: NativeImage;
  menu: readonly TrayItem[] = [];
  toolTip = "";

  constructor(icon: NativeImage) {
    super();
    this.icon = icon;
    state.tray = this;
  }

  setToolTip(text: string): void {
    this.toolTip = text;
  }

  setContextMenu(menu: readonly TrayItem[]): void {
    this.menu = menu;
  }

  click(): void {
    this.emit("click");
  }

  destroy(): void {
    state.tray = undefined;
  }
}
