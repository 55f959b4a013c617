/** Figures for staff: what is counted, how groups of members are protected, and how rows become a page. */

/** Groups of members smaller than this are not shown. */
export const SMALLEST_GROUP = 5
export const FIGURE_WEEKS = [4, 12, 26] as const
export const DEFAULT_FIGURE_WEEKS = 12
/** A week is counted when its questions have had this long for an answer. */
export const ANSWER_HOURS = 48
/** How far back is counted at first, and how many months after joining. */
export const COUNTED_WEEKS = 104
export const COUNTED_MONTHS = 12
export const COHORT_MONTHS = 3
/** Searches without results are counted over this many days. */
export const MISSED_SEARCH_DAYS = 84
export const UNANSWERED_DAYS = 2
export const MISSED_SEARCHES_SHOWN = 20
export const UNANSWERED_SHOWN = 20
export const ANSWERERS_SHOWN = 8
/** More than are found in one night, because the list is made anew. */
export const ASKS_SHOWN = 100
/** The category to which reasons of fewer than five members are added. */
export const TOGETHER = 'together'

/**
 * How a number may be shown. `exact`: it does not count members. `hidden`: not while it is smaller than five. `carried`:
 * then it is added to the next week of its category. `pooled`: then it is added to the other small categories, or
 * carried. So every sum, and every difference of two sums, is made of groups of at least five.
 */
export type FigureRule = 'exact' | 'hidden' | 'carried' | 'pooled'
interface Definition {
  span: 'week' | 'month'
  rule: FigureRule
  label: string
  /** Needs a permission besides `figures`. */
  permission?: 'finance'
}

export const FIGURES = {
  questions: { span: 'week', rule: 'exact', label: 'Questions' },
  answered: { span: 'week', rule: 'exact', label: 'Questions answered within two days' },
  active: { span: 'week', rule: 'hidden', label: 'Active members' },
  left: { span: 'week', rule: 'pooled', label: 'Members who left' },
  invited: { span: 'week', rule: 'carried', label: 'Invited' },
  accepted: { span: 'week', rule: 'carried', label: 'Accepted' },
  replied: { span: 'week', rule: 'carried', label: 'First reply within a week' },
  expert: { span: 'week', rule: 'exact', label: 'Mentions of experts' },
  download: { span: 'week', rule: 'carried', label: 'Members who downloaded a document' },
  decision: { span: 'week', rule: 'exact', label: 'Moderation decisions' },
  paid: { span: 'week', rule: 'exact', label: 'Paid invoices, in cents', permission: 'finance' },
  subscriptions: { span: 'week', rule: 'hidden', label: 'Active subscriptions', permission: 'finance' },
  joined: { span: 'month', rule: 'hidden', label: 'Members who joined' },
  returned: { span: 'month', rule: 'hidden', label: 'Members who were active' },
} as const satisfies Record<string, Definition>
export type FigureName = keyof typeof FIGURES

/** How each part of the page is counted, in the words of the page and of the exported file. */
export const HOW_COUNTED = {
  questions:
    'Questions are discussions, document requests and requests for recommendations, in the first of their networks. Answered means that another member replied, publicly or privately, within two days. The median includes questions without an answer.',
  active:
    'Members who posted, replied, liked, voted in a poll or downloaded a document, in their primary network. The figure is the average of the weeks.',
  left: 'Members of teams whose membership was canceled, by the reason given. Reasons given by fewer than five members are added together.',
  funnel:
    'Invitations sent, invitations accepted, and members who wrote a reply within a week after accepting. Each is counted in the week in which it happened.',
  cohorts:
    'Of the members who joined in a month, the share that was active one, two and three months later. “Nearly all” means all but fewer than five.',
  experts: 'Posts that name the expert.',
  documents: 'Members who downloaded the document, counted once a week.',
  moderation: 'Decisions about posts, reports and members, in the first network of the thread.',
  finance:
    'Invoices paid, in the network of the team. Churn is canceled memberships for each 100 subscriptions that were active in an average week.',
  searches: `Searches without results in the last twelve weeks, if at least five members made them. Counts are rounded down to a multiple of five.`,
} as const

export interface FigureRow {
  figure: string
  starts_on: string
  category: string
  name: string | null
  amount: number
  hours: number | null
}

const DAY_MS = 86_400_000
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

export interface FigurePeriods {
  from: string
  to: string
  before: string
}

/** The last `weeks` counted weeks, and the same number before. Undefined while nothing has been counted. */
export function periodsOf(latestWeek: string | undefined, weeks: number): FigurePeriods | undefined {
  if (latestWeek === undefined) return undefined
  const from = addDays(latestWeek, -7 * (weeks - 1))
  return { from, to: addDays(latestWeek, 6), before: addDays(from, -7 * weeks) }
}

export interface Change {
  now: number
  before: number
}

const isIn = (row: FigureRow, from: string, until: string) => row.starts_on >= from && row.starts_on < until

/** The sum of a figure in the period and in the one before. */
export function changeOf(rows: readonly FigureRow[], figure: FigureName, periods: FigurePeriods): Change {
  const sum = (from: string, until: string) =>
    rows.reduce((all, row) => all + (row.figure === figure && isIn(row, from, until) ? row.amount : 0), 0)
  return { now: sum(periods.from, addDays(periods.to, 1)), before: sum(periods.before, periods.from) }
}

/** The same for each category, largest first; what was added together is last. */
export function categoriesOf(rows: readonly FigureRow[], figure: FigureName, periods: FigurePeriods) {
  const names = new Map(
    rows.filter((row) => row.figure === figure).map(({ category, name }) => [category, name] as const),
  )
  return [...names]
    .map(([category, name]) => ({
      category,
      name,
      ...changeOf(
        rows.filter((row) => row.category === category),
        figure,
        periods,
      ),
    }))
    .filter(({ now, before }) => now > 0 || before > 0)
    .toSorted((a, b) => Number(a.category === TOGETHER) - Number(b.category === TOGETHER) || b.now - a.now)
}

/** Active members: the average of the weeks that are shown. */
export function averageOf(rows: readonly FigureRow[], figure: FigureName, periods: FigurePeriods): Change {
  const average = (from: string, until: string) => {
    const shown = rows.filter((row) => row.figure === figure && row.amount > 0 && isIn(row, from, until))
    return shown.length === 0 ? 0 : Math.round(shown.reduce((all, { amount }) => all + amount, 0) / shown.length)
  }
  return { now: average(periods.from, addDays(periods.to, 1)), before: average(periods.before, periods.from) }
}
