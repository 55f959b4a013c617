/** The pages this tab has visited, by position in its history: back links need it, and browsers do not expose it. */
import { barePath } from '#shared/routes.ts'

export type Visits = readonly (string | undefined)[]

/** The trail after a navigation to `index`; a push drops the entries ahead. */
export function visitsAfter(trail: Visits, index: number, href: string, isPush: boolean): Visits {
  const next = isPush ? trail.slice(0, index) : trail.slice()
  next[index] = href
  return next
}

export interface PreviousPage {
  href: string
  /** History offset, negative. */
  delta: number
}

/** The nearest earlier entry with another path. */
export function previousPageOf(trail: Visits, index: number): PreviousPage | undefined {
  const here = trail[index]
  for (let position = index - 1; position >= 0; position -= 1) {
    const href = trail[position]
    // A gap means that another document was there: the offset is unknown from here on.
    if (href === undefined) return undefined
    if (here === undefined || barePath(href) !== barePath(here)) return { href, delta: position - index }
  }
  return undefined
}
