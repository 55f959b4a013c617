/** What a membership costs from a day on. */

/** In US cents, for the year. */
export const HIGHEST_PRICE = 10_000_000

/** "1,495" or "1495.50" in cents; NaN if it is no amount. */
export function centsOf(dollars: string): number {
  const text = dollars.trim().replace(/^\$/, '').replaceAll(',', '')
  return /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : Number.NaN
}

export const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

interface Given {
  valid_from: string
  price: number
  price_international: number
}

export function networkPriceProblem(given: Given): { field: string; message: string } | undefined {
  for (const field of ['price', 'price_international'] as const)
    if (!(given[field] >= 0 && given[field] <= HIGHEST_PRICE))
      return {
        field,
        message: `Enter an amount in dollars, from 0 to ${(HIGHEST_PRICE / 100).toLocaleString('en-US')}.`,
      }
  return isDay(given.valid_from) ? undefined : { field: 'valid_from', message: 'Choose a day.' }
}
