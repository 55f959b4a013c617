/** Routes: what a path shows, what must be loaded before, and who may open it. */
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { RouterLocation, Search } from '#web/platform/router/location.ts'
import { useMatch, type StaticData } from '#web/platform/router/match.ts'

export interface RouterContext {
  queryClient: QueryClient
}

type ParamNames<Path> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never
export type Params<Path> = Record<ParamNames<Path>, string>

export interface RouteFacts<RouteParams, RouteSearch> {
  context: RouterContext
  params: RouteParams
  search: RouteSearch
  location: RouterLocation
}

export type RouteComponent = ComponentType & { preload?: (() => Promise<void> | undefined) | undefined }

interface Options<Path, RouteSearch> {
  getParentRoute: () => Route
  /** The whole path, with "$name" for a parameter. A layout has an `id` instead. */
  path?: Path
  id?: string
  /** Reads the search parameters; without it they are passed on as text. */
  validateSearch?: (search: Search) => RouteSearch
  /** Runs before any loader, from the outermost route to the page. */
  beforeLoad?: (facts: RouteFacts<Params<Path>, RouteSearch>) => unknown
  /** Runs with the loaders of the other routes. The page is shown when all have finished. */
  loader?: (facts: RouteFacts<Params<Path>, RouteSearch>) => unknown
  component?: RouteComponent | undefined
  notFoundComponent?: RouteComponent | undefined
  staticData?: StaticData
}

export interface Route {
  parent: Route | undefined
  children: Route[]
  options: Omit<Options<never, Search>, 'getParentRoute' | 'beforeLoad' | 'loader' | 'path'> & {
    beforeLoad?: (facts: never) => unknown
    loader?: (facts: never) => unknown
    path?: string
  }
  addChildren(children: Route[]): Route
}

export interface PageRoute<Path, RouteSearch> extends Route {
  useParams(): Params<Path>
  useSearch(): RouteSearch
}

function routeOf(parent: Route | undefined, options: Route['options']): Route {
  const route: Route = {
    parent,
    children: [],
    options,
    addChildren: (children) => ((route.children = children), route),
  }
  return route
}

export const createRootRoute = (options: Pick<Route['options'], 'component' | 'notFoundComponent'>): Route =>
  routeOf(undefined, options)

export function createRoute<const Path extends string = string, RouteSearch = Search>({
  getParentRoute,
  ...options
}: Options<Path, RouteSearch>): PageRoute<Path, RouteSearch> {
  return Object.assign(routeOf(getParentRoute(), options as unknown as Route['options']), {
    useParams: () => useMatch().params as Params<Path>,
    useSearch: () => useMatch().search as RouteSearch,
  })
}
