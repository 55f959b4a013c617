/** A logo stands on the plate of its theme, where it must be seen. */
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { visiblePixels } from '#server/platform/uploads/pictures.ts'
import { problem } from '#server/platform/problems.ts'
import { contrastOf, contrastWords, rgbOf, SHAPE_CONTRAST } from '#shared/kit/contrast.ts'
import type { ThemeName } from '#shared/networks.ts'
import { THEME_SHADES } from '#shared/theme-colors.ts'

/** The share of visible pixels that must stand out: a logo with a background has few that do. */
const CLEAR_SHARE = 0.15

/** Throws at `field` unless enough of the logo stands out from the plate, in light and dark. */
export async function requireLegibleLogo(source: Readable, theme: ThemeName, field: string): Promise<void> {
  const pixels = await visiblePixels(await buffer(source))
  const { plate, name } = THEME_SHADES[theme]
  for (const shade of [plate.light, plate.dark]) {
    const contrasts = pixels.map((pixel) => contrastOf(pixel, rgbOf(shade))).toSorted((one, other) => other - one)
    const reached = contrasts[Math.floor(contrasts.length * CLEAR_SHARE)] ?? 1
    if (reached >= SHAPE_CONTRAST) continue
    throw problem('networks.contrast', {
      message: `The logo is hard to see on ${name}: its contrast is ${contrastWords(reached)}, and the minimum is ${contrastWords(SHAPE_CONTRAST)}. Use a lighter logo or another color.`,
      field,
    })
  }
}
