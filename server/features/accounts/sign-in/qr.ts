/**
 * A QR code of a short text as the path of an SVG, made here so that no secret of an authenticator travels to a service
 * that draws pictures. Level M: a smudged seventh can be read.
 */
import { encode } from 'uqr'

/** The empty border that readers need. */
const QUIET = 4

/** One path over a square of `size` units. */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', boostEcc: false, border: QUIET })
  const path = data
    .flatMap((row, y) =>
      [...row.map(Number).join('').matchAll(/1+/g)].map(
        ({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
      ),
    )
    .join('')
  return { size, path }
}
