import { createElement, use, type ComponentProps, type ComponentType, type ReactNode } from 'react'
import { readSessionJson, writeSessionJson } from '#web/platform/storage/json-storage.ts'

type AnyComponent = ComponentType<any>
export interface LazyComponent<Props> {
  (props: Props): ReactNode
  preload(): Promise<void> | undefined
}

const isInBrowser = typeof document !== 'undefined'
/** What the browsers say when the file of a module is missing. */
const IS_MISSING =
  /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed)/

/** After an update the files of the earlier version may be gone: reload once, which brings the new version. */
function reloadOnce(error: unknown): boolean {
  const message = error instanceof Error ? error.message : ''
  const key = `reloaded:${message}`
  if (!isInBrowser || !IS_MISSING.test(message) || readSessionJson(key)) return false
  if (!writeSessionJson(key, true)) return false
  location.reload()
  return true
}

/** A component in a module of its own. `preload` loads it before it is rendered; a failed load can be tried again. */
export function lazyRouteComponent<Name extends string, Module extends Record<Name, AnyComponent>>(
  load: () => Promise<Module>,
  name: Name,
): LazyComponent<ComponentProps<Module[Name]>> {
  let loading: Promise<void> | undefined
  let loaded: AnyComponent | undefined
  let failure: { error: unknown } | undefined
  const preload = () => {
    failure = undefined
    return (loading ??= load().then(
      (module) => {
        loaded = module[name]
      },
      (error: unknown) => {
        loading = undefined
        failure = { error }
      },
    ))
  }
  function Lazy(props: object) {
    if (failure) {
      if (reloadOnce(failure.error)) use(new Promise(() => undefined))
      throw failure.error
    }
    if (!loaded) use(preload())
    return createElement(loaded!, props)
  }
  return Object.assign(Lazy, { preload: () => (loaded ? undefined : preload()) })
}
