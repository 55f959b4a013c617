/** Credits by state and year, beside the bar admissions of the member. */
import type { Admission, Credit, Rule } from './cle.queries.ts'

export interface StateTotal {
  jurisdiction: string
  state: string
  /** Null if the member has credits of the state and no admission. */
  admission: Admission | null
  /** The rule that applies today. */
  rule: Rule | null
  /** A rule that applied before, if some credit is counted by it. */
  earlier: Rule | null
  /** In the period of the state; of this year where no period is known. */
  credits: number
}

const matches = (admission: Admission, rule: Rule) => {
  const words = admission.state.trim().toLowerCase()
  return words === rule.state.toLowerCase() || words === rule.jurisdiction.toLowerCase()
}

export const yearOf = ({ event_date }: Pick<Credit, 'event_date'>): string => event_date.slice(0, 4)
/** Quarters and halves are exact in binary, so sums are too. */
export const sumOf = (credits: readonly Credit[]): number => credits.reduce((sum, each) => sum + each.credits, 0)

export const validOf = (credits: readonly Credit[]) => credits.filter(({ revoked_at }) => revoked_at === null)

/** Years with credits, the latest first; always this year. */
export const yearsOf = (credits: readonly Credit[], today: string): string[] =>
  [...new Set([today.slice(0, 4), ...credits.map(yearOf)])].toSorted().toReversed()

interface Given {
  credits: readonly Credit[]
  admissions: readonly Admission[]
  rules: readonly Rule[]
  /** YYYY-MM-DD. */
  today: string
}

const isNow = ({ valid_from }: Rule, today: string) => valid_from === null || valid_from <= today

/** States of admission first, then others with credits; each by name. Admissions elsewhere have no rule. */
export function totalsOf({ credits, admissions, rules, today }: Given): StateTotal[] {
  // Rules come with the latest first.
  const current = rules.filter(
    (rule, index) =>
      isNow(rule, today) &&
      rules.findIndex((each) => each.jurisdiction === rule.jurisdiction && isNow(each, today)) === index,
  )
  const valid = validOf(credits)
  const admitted = admissions.map((admission) => {
    const rule = current.find((each) => matches(admission, each)) ?? null
    return {
      admission,
      rule,
      jurisdiction: rule?.jurisdiction ?? admission.state,
      state: rule?.state ?? admission.state,
    }
  })
  const others = current
    .filter(({ jurisdiction }) => valid.some((each) => each.jurisdiction === jurisdiction))
    .filter(({ jurisdiction }) => !admitted.some((each) => each.jurisdiction === jurisdiction))
    .map((rule) => ({ admission: null, rule, jurisdiction: rule.jurisdiction, state: rule.state }))
  const byName = (a: { state: string }, b: { state: string }) => a.state.localeCompare(b.state)
  return [...admitted.toSorted(byName), ...others.toSorted(byName)].map((state) => {
    const own = valid.filter(({ jurisdiction }) => jurisdiction === state.jurisdiction)
    const counted = state.rule?.period_months
      ? own.filter(({ is_in_period }) => is_in_period)
      : own.filter((each) => yearOf(each) === today.slice(0, 4))
    const earlier = counted.find(({ rule }) => rule.id !== state.rule?.id)?.rule ?? null
    return { ...state, earlier, credits: sumOf(counted) }
  })
}
