/** Which counts of members may be shown, so that no sum and no difference of two sums reveals fewer than five. */
import { SMALLEST_GROUP, TOGETHER, type FigureRule } from '#shared/figures.ts'

type Amounts = ReadonlyMap<string, number>

export interface Published {
  /** By category. */
  shown: Map<string, number>
  /** By category; added to the next week. */
  remainders: Map<string, number>
}

/** Of one figure in one network and one week. `waiting` are the remainders of the weeks before. */
export function publish(rule: FigureRule, counted: Amounts, waiting: Amounts): Published {
  if (rule === 'exact') return { shown: new Map(counted), remainders: new Map() }
  if (rule === 'hidden') {
    const large = [...counted].filter(([, amount]) => amount >= SMALLEST_GROUP)
    return { shown: new Map(large), remainders: new Map() }
  }
  const shown = new Map<string, number>()
  const remainders = new Map<string, number>()
  for (const category of new Set([...counted.keys(), ...waiting.keys()])) {
    const amount = (counted.get(category) ?? 0) + (waiting.get(category) ?? 0)
    if (amount >= SMALLEST_GROUP) shown.set(category, amount)
    else if (amount > 0) remainders.set(category, amount)
  }
  const small = [...remainders.values()].reduce((sum, amount) => sum + amount, 0)
  if (rule === 'pooled' && small >= SMALLEST_GROUP) {
    shown.set(TOGETHER, (shown.get(TOGETHER) ?? 0) + small)
    remainders.clear()
  }
  return { shown, remainders }
}

/**
 * How many of a group came back may be shown only if neither they nor the others are fewer than five. Otherwise the
 * whole group is shown, which the page reads as "nearly all", or nothing.
 */
export function publishShare(returned: number, group: number): number {
  if (group < SMALLEST_GROUP || returned < SMALLEST_GROUP) return 0
  return group - returned < SMALLEST_GROUP ? group : returned
}
