/** Search parameters of the expert directory. */
import { EXPERT_TYPES, PRICES, type ExpertType } from '#shared/experts.ts'

const ORDERS = ['most_relevant', 'most_recommended', 'most_mentioned', 'name'] as const
export type Order = (typeof ORDERS)[number]

export interface ExpertSearch {
  search?: string
  area?: number
  place?: number
  category?: number
  price?: number
  type?: ExpertType
  order?: Order
}

const id = (value: unknown) => (Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined)
const oneOf = <Word>(words: readonly Word[], value: unknown) => words.find((word) => word === value)

export function readExpertSearch(given: Record<string, unknown>): ExpertSearch {
  const { search, area, place, category, price, type, order, ...others } = given
  const read = {
    search: typeof search === 'string' || typeof search === 'number' ? String(search).slice(0, 200) : undefined,
    area: id(area),
    place: id(place),
    category: id(category),
    price: PRICES.find(({ index }) => index === Number(price))?.index,
    type: oneOf(EXPERT_TYPES, type),
    order: order === ORDERS[0] ? undefined : oneOf(ORDERS, order),
  }
  return {
    ...others,
    ...Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined && value !== '')),
  }
}

export const isNarrowed = ({ search, area, place, category, price, type }: ExpertSearch): boolean =>
  [search, area, place, category, price, type].some((value) => value !== undefined)
