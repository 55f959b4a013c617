/** Search parameters of the events page. */
export const EVENT_VIEWS = ['upcoming', 'past', 'all', 'documents', 'videos'] as const
export type EventsViewName = (typeof EVENT_VIEWS)[number]

export interface EventsSearch {
  view?: EventsViewName
  search?: string
  category?: number
  area?: number
  location?: number
  /** Days. */
  from?: string
  to?: string
}

const id = (value: unknown) => (Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined)
const day = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined

export function readEventsSearch(given: Record<string, unknown>): EventsSearch {
  const { view, search, category, area, location, from, to, ...others } = given
  const read = {
    view: EVENT_VIEWS.find((each) => each === view && each !== 'upcoming'),
    search: typeof search === 'string' ? search.slice(0, 200) : undefined,
    category: id(category),
    area: id(area),
    location: id(location),
    from: day(from),
    to: day(to),
  }
  return {
    ...others,
    ...Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined && value !== '')),
  }
}

export const isNarrowed = ({ search, category, area, location, from, to }: EventsSearch): boolean =>
  [search, category, area, location, from, to].some((value) => value !== undefined)
