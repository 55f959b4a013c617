/** Where this tab has been, by position in its history: what a back link needs and a browser does not tell. */
import { barePath } from '#shared/routes.ts'

export type Visits = readonly (string | undefined)[]

/** The trail after arriving at a position; a push forgets what was ahead. */
export function visitsAfter(trail: Visits, index: number, href: string, isPush: boolean): Visits {
  const next = isPush ? trail.slice(0, index) : trail.slice()
  next[index] = href
  return next
}

export interface PreviousPage {
  href: string
  /** How far back it lies, below zero. */
  delta: number
}

/** The nearest earlier entry with another path. */
export function previousPageOf(trail: Visits, index: number): PreviousPage | undefined {
  const here = trail[index]
  for (let position = index - 1; position >= 0; position -= 1) {
    const href = trail[position]
    // A gap means another document was there: how far back is unknown from here on.
    if (href === undefined) return undefined
    if (here === undefined || barePath(href) !== barePath(here)) return { href, delta: position - index }
  }
  return undefined
}
