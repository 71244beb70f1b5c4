/** The width of texts in the console's typeface, computed without layout. */

/** Widths of the characters from space to tilde in Inter at 13 pixels with tabular figures, in hundredths of a pixel. */
const WIDTHS = [
  349, 374, 606, 823, 834, 1277, 837, 390, 508, 508, 843, 843, 349, 843, 349, 468, 843, 843, 843, 843, 843, 843, 843,
  843, 843, 843, 349, 349, 843, 843, 843, 665, 1256, 916, 851, 950, 938, 781, 767, 970, 966, 349, 742, 873, 735, 1174,
  979, 994, 830, 994, 837, 834, 839, 967, 916, 1312, 887, 882, 818, 508, 406, 508, 613, 593, 420, 730, 796, 743, 796,
  758, 431, 797, 769, 315, 315, 713, 315, 1139, 768, 779, 796, 796, 510, 686, 425, 769, 731, 1064, 710, 731, 718, 508,
  432, 508, 843,
];
const FIRST = 32;
/** Width of all other characters, including ideographs. */
const OTHER = 1300;

/** The width of a text of table cells in pixels. */
export function textWidth(text: string): number {
  let hundredths = 0;
  for (let i = 0; i < text.length; i += 1) hundredths += WIDTHS[text.charCodeAt(i) - FIRST] ?? OTHER;
  return hundredths / 100;
}
