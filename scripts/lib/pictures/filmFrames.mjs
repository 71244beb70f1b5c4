/**
 * The frames of films: pictures that specs take one after the other, and that `npm run pictures` joins into an
 * animation.
 */

/** Milliseconds between two frames. */
export const FRAME_MS = 80;

/** The file of a frame. @param {string} film @param {number} number from 0 */
export const frameFile = (film, number) => `${film}.film-${String(number).padStart(3, "0")}.png`;

/** The film that a file is a frame of; undefined for any other file. @param {string} file */
export const filmOf = (file) => /^(.+)\.film-\d+\.png$/.exec(file)?.[1];
