/** A route that fits the address, as it is rendered. */
import { createContext, useContext, type ComponentType } from 'react'
import type { Search } from '#web/platform/router/location.ts'

export interface StaticData {
  /** Source path of a lazy page, so that the server can list its files. */
  module?: string
  /** Renders the page without the layout of its parent route. */
  hasNoLayout?: boolean
  /** Has the navigation of staff. */
  isStaff?: boolean
}

export interface Match {
  /** Two matches with the same key render the same: the later one is dropped. */
  key: string
  depth: number
  params: Record<string, string>
  search: Search
  component: ComponentType | undefined
  staticData: StaticData
  /** A loader failed, or the guard before it. */
  error?: unknown
}

/** The match that is rendered around a component. */
export const MatchContext = createContext<Match | undefined>(undefined)

export function useMatch(): Match {
  const match = useContext(MatchContext)
  if (!match) throw new Error('Not within a route.')
  return match
}

/** The parameters in the path of the page. */
export const useParams = (): Partial<Record<string, string>> => useMatch().params
/** The query of the page. */
export const useSearch = (): Search => useMatch().search
