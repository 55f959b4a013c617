/** Contrast of two colors as WCAG defines it: from 1 to 21. */

export type Rgb = readonly [red: number, green: number, blue: number]

/** Text below this contrast is hard to read. */
export const TEXT_CONTRAST = 4.5
/** The same for shapes, such as a logo. */
export const SHAPE_CONTRAST = 3

export function rgbOf(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrastOf(one: Rgb, other: Rgb): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/** "7.3 to 1", rounded down: 4.49 must not read as 4.5. */
export const contrastWords = (contrast: number) => `${(Math.floor(contrast * 10) / 10).toFixed(1)} to 1`
