import { useEffect, useRef, type AnchorHTMLAttributes, type MouseEvent } from 'react'
import { barePath } from '#shared/routes.ts'
import { isForBrowser } from '#web/platform/navigation/navigation.ts'
import { hrefOf, isElsewhere, isSafe, parseAddress, type RouterLocation } from '#web/platform/router/location.ts'
import { useRouter, useRouterState } from '#web/platform/router/RouterProvider.tsx'
import type { NavigateOptions } from '#web/platform/router/router.ts'

const PRELOAD_DELAY_MS = 60

export interface ActiveOptions {
  /** Without it a link is also current on the pages below its path. */
  exact?: boolean
  includeSearch?: boolean
}

type Props = NavigateOptions &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
    activeOptions?: ActiveOptions
    [data: `data-${string}`]: unknown
  }

function isCurrent(href: string, { pathname, search }: RouterLocation, options: ActiveOptions = {}): boolean {
  const { exact = false, includeSearch = true } = options
  const [here, there, target] = [barePath(pathname), barePath(href), parseAddress(href)]
  if (here !== there && (exact || !here.startsWith(there === '/' ? there : `${there}/`))) return false
  const names = Object.keys(target.search)
  return (
    !includeSearch ||
    (names.every((name) => search[name] === target.search[name]) &&
      (!exact || names.length === Object.keys(search).length))
  )
}

/** A link that opens its page without loading the document, and loads what the page needs when somebody comes near. */
export function Link({ to, search, hash, replace, resetScroll, activeOptions, onClick, ...rest }: Props) {
  const router = useRouter()
  const isOutside = isElsewhere(to)
  const href = isOutside ? to : hrefOf({ to, search, hash })
  const isActive = useRouterState(({ location }) => !isOutside && isCurrent(href, location, activeOptions))
  const preload = usePreload(() => router.preload(href))
  if (isOutside) return <a {...rest} href={isSafe(to) ? to : undefined} onClick={onClick} />
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const { target } = event.currentTarget
    if (isForBrowser(event) || (target && target !== '_self')) return
    event.preventDefault()
    preload.cancel()
    void router.navigate({ to: href, replace, resetScroll })
  }
  return (
    <a
      {...rest}
      {...(isActive && { 'aria-current': 'page' })}
      href={href}
      onClick={follow}
      onMouseEnter={preload.soon}
      onMouseLeave={preload.cancel}
      onFocus={preload.soon}
      onBlur={preload.cancel}
      onTouchStart={preload.now}
    />
  )
}

function usePreload(now: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const soon = () => {
    cancel()
    timer.current = setTimeout(now, PRELOAD_DELAY_MS)
  }
  return { now, soon, cancel }
}
