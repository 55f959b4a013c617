/**
 * A QR code for a short text as an SVG path, rendered here so that no authenticator secret is sent to an external
 * service. Level M: readable with about a seventh damaged.
 */
import { encode } from 'uqr'

/** The quiet zone that scanners require. */
const QUIET = 4

/** One path in a square of `size` units. */
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
