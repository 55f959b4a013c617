/** The router: the address, the pages that fit it, and the way from one to the next. */
import { flushSync } from 'react-dom'
import { barePath } from '#shared/routes.ts'
import { createEmitter } from '#web/kit/store.ts'
import type { RouterHistory } from '#web/platform/router/history.ts'
import {
  hrefOf,
  isElsewhere,
  isSafe,
  parseAddress,
  type Overlay,
  type RouterLocation,
  type Target,
} from '#web/platform/router/location.ts'
import type { Match } from '#web/platform/router/match.ts'
import { openRoutes, type Outcome } from '#web/platform/router/matching.ts'
import type { Route, RouterContext } from '#web/platform/router/route.ts'

export interface RouterState {
  /** The address being opened; the page may still show the one before. */
  location: RouterLocation
  /** The address of the page that is shown. */
  resolvedLocation: RouterLocation | undefined
  matches: readonly Match[]
}

export interface NavigateOptions extends Target {
  replace?: boolean | undefined
  /** False keeps the scroll position of the document. */
  resetScroll?: boolean | undefined
}

export interface Change {
  fromLocation: RouterLocation | undefined
  toLocation: RouterLocation
  pathChanged: boolean
}

interface RouterOptions {
  routeTree: Route
  history: RouterHistory
  context: RouterContext
}

/** Differs after a reload. */
const PAGE_LOAD = Math.random().toString(36).slice(2)

/** The address of the page; under an overlay the browser shows another one. */
function pageLocation({ location }: RouterHistory): RouterLocation {
  const { beneath, overlay, pageLoad, ...own } = location.state
  const isInFront = beneath !== undefined && pageLoad === PAGE_LOAD
  if (!isInFront) return { ...location, state: own }
  return parseAddress(beneath, overlay ? { ...own, overlay } : own)
}

const isInBrowser = typeof document !== 'undefined'

export class Router {
  readonly history: RouterHistory
  private readonly options: RouterOptions
  private readonly changes = createEmitter()
  private readonly events = { onBeforeLoad: createEmitter<Change>(), onResolved: createEmitter<Change>() }
  private current: RouterState
  private turn = 0
  private keepsScroll = false

  constructor(options: RouterOptions) {
    this.options = options
    this.history = options.history
    this.current = { location: pageLocation(options.history), resolvedLocation: undefined, matches: [] }
  }

  get state(): RouterState {
    return this.current
  }

  private publish(part: Partial<RouterState>): void {
    this.current = { ...this.current, ...part }
    this.changes.emit()
  }

  /** Calls the listener after every change of `state`. */
  readonly onChange = (listener: () => void): (() => void) => this.changes.subscribe(listener)

  subscribe(event: 'onBeforeLoad' | 'onResolved', listener: (change: Change) => void): () => void {
    return this.events[event].subscribe(listener)
  }

  /** Opens the address of the history. */
  async load(): Promise<Outcome> {
    const turn = ++this.turn
    const toLocation = pageLocation(this.history)
    const fromLocation = this.current.resolvedLocation
    const change = { fromLocation, toLocation, pathChanged: fromLocation?.pathname !== toLocation.pathname }
    this.events.onBeforeLoad.emit(change)
    this.publish({ location: toLocation })
    const outcome = await this.open(toLocation)
    // Another address was asked for meanwhile.
    if (turn !== this.turn) return outcome
    if (outcome.type === 'render') this.show(outcome.matches, change)
    else if (isInBrowser) await this.navigate({ to: outcome.href, replace: true })
    return outcome
  }

  private async open(location: RouterLocation): Promise<Outcome> {
    const path = barePath(location.pathname)
    if (path !== location.pathname)
      return { type: 'redirect', href: path + location.href.slice(location.pathname.length) }
    return openRoutes(this.options.routeTree, location, this.options.context)
  }

  private show(found: readonly Match[], change: Change): void {
    const matches = withKnown(found, this.current.matches)
    const publish = () => this.publish({ matches, resolvedLocation: change.toLocation })
    if (!isInBrowser || !change.fromLocation) return publish()
    // The listeners look at the new page.
    flushSync(publish)
    this.events.onResolved.emit(change)
    if (!this.keepsScroll) scrollDocument(change.toLocation.hash)
    this.keepsScroll = false
  }

  readonly navigate = async ({ replace = false, resetScroll = true, ...target }: NavigateOptions): Promise<void> => {
    if (isElsewhere(target.to)) {
      if (isSafe(target.to)) window.location.assign(target.to)
      return
    }
    const href = hrefOf(target)
    const { location } = this.current
    this.keepsScroll = !resetScroll
    if (href === location.href && !location.state.overlay) await this.load()
    else if (replace) this.history.replace(href)
    else this.history.push(href)
  }

  /** Opens a page over this one. The browser shows the address `shown`. */
  openOverlay(overlay: Overlay, shown: string): void {
    this.keepsScroll = true
    this.history.push(shown, { overlay, beneath: this.current.location.href, pageLoad: PAGE_LOAD })
  }

  /** Loads what a page needs, without opening it. */
  preload(href: string): void {
    void this.open(parseAddress(href))
  }
}

/** Keeps the matches that render the same, so that their components need not render again. */
const withKnown = (next: readonly Match[], before: readonly Match[]): readonly Match[] =>
  next.map((match, at) => (before[at]?.key === match.key && !('error' in match) ? before[at] : match))

/** Pages outside the main layout scroll with the document. */
function scrollDocument(hash: string): void {
  if (hash) document.getElementById(hash)?.scrollIntoView()
  else scrollTo(0, 0)
}
