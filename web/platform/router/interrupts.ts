/** What a guard or a loader throws instead of opening the page. */

/** The route around all others. */
export const rootRouteId = 'root'

export class Redirect {
  readonly href: string
  constructor(href: string) {
    this.href = href
  }
}
export class NotFound {
  /** True for a page outside every layout. */
  readonly isWhole: boolean
  constructor(isWhole: boolean) {
    this.isWhole = isWhole
  }
}

export const redirect = ({ href }: { href: string }): Redirect => new Redirect(href)
/** Shown by the nearest route with a `notFoundComponent`; with `routeId` by the root. */
export const notFound = ({ routeId }: { routeId?: typeof rootRouteId } = {}): NotFound =>
  new NotFound(routeId === rootRouteId)
