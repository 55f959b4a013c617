/** Small text rules shared by server and browser. */

export const DISPLAY_NAME_WIDTH = 199
export const DISPLAY_NAME_TAIL = 10

/** "HM" for "Helen Marsh": the first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const first = words[0]
  if (first === undefined) return ''
  const letters = words.length > 1 ? [first, words[words.length - 1]!] : [first]
  return letters.map((word) => [...word][0]!.toLocaleUpperCase('en-US')).join('')
}

/**
 * Truncates a name to a rendered width in pixels: start, ellipsis and the last characters, so that the family name
 * stays. The caller passes `widthOf`, because only it knows the font.
 */
export function truncatedName(
  name: string,
  widthOf: (text: string) => number,
  { width = DISPLAY_NAME_WIDTH, tail = DISPLAY_NAME_TAIL } = {},
): string {
  if (widthOf(name) <= width) return name
  const letters = [...name]
  const end = letters.slice(-tail).join('')
  let low = 0
  let high = Math.max(0, letters.length - tail)
  const shortened = (kept: number) => `${letters.slice(0, kept).join('').trimEnd()}…${end.trimStart()}`
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (widthOf(shortened(middle)) <= width) low = middle
    else high = middle - 1
  }
  return shortened(low)
}

const UNITS = ['bytes', 'KB', 'MB', 'GB']

/** "840 bytes", "240 KB", "1.4 MB". */
export function sizeInWords(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000
    unit += 1
  }
  return `${unit > 1 && size < 10 ? size.toFixed(1) : Math.round(size)} ${UNITS[unit]}`
}

/** "1 reply", "1,204 replies". */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`
