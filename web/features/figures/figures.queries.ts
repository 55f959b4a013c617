import { GetFigures, type GetFiguresQuery } from '#api/operations.ts'
import { averageOf, changeOf, periodsOf, type Change, type FigurePeriods } from '#shared/figures.ts'
import { operationQuery } from '#web/platform/api/operations.ts'

export type Figures = GetFiguresQuery
export type Row = Figures['figure_counts'][number]

export const figuresQuery = (network: number | null, weeks: number) =>
  operationQuery(GetFigures, { peer_network_id: network, weeks }, { staleTime: 60_000 })

const OF_MONTHS = ['joined', 'returned']

/** The period that the rows are about; undefined while nothing has been counted. */
export function periodOf(rows: readonly Row[], weeks: number): FigurePeriods | undefined {
  const latest = rows.reduce<string | undefined>(
    (last, { figure, starts_on }) =>
      OF_MONTHS.includes(figure) || figure === 'first_answer' || (last && last > starts_on) ? last : starts_on,
    undefined,
  )
  return periodsOf(latest, weeks)
}

export interface Headline {
  label: string
  now: string
  /** Undefined if there is nothing to compare with. */
  before: string | undefined
  change: 'up' | 'down' | 'same'
  /** Undefined if neither is better. */
  isBetter: boolean | undefined
  /** A group that is too small to show. */
  isSmall: boolean
}

const members = (count: number) => (count === 0 ? 'Fewer than 5' : count.toLocaleString('en-US'))
export const hoursText = (hours: number | null | undefined) =>
  hours === undefined ? 'None' : hours === null ? 'Over 48 hr' : `${hours.toFixed(1)} hr`
const OVER_HOURS = 49

interface Said {
  text: (count: number) => string
  isMoreBetter: boolean
  /** Whether there is anything to compare with. */
  hasBefore: boolean
  isSmall?: boolean
}

function headline(label: string, { now, before }: Change, { text, isMoreBetter, hasBefore, isSmall = false }: Said) {
  const change: Headline['change'] = !hasBefore || now === before ? 'same' : now > before ? 'up' : 'down'
  return {
    label,
    now: text(now),
    before: hasBefore ? text(before).replace(/^[A-Z]/, (letter) => letter.toLowerCase()) : undefined,
    change,
    isBetter: change === 'same' ? undefined : (change === 'up') === isMoreBetter,
    isSmall,
  }
}

/** The four numbers at the top of the page. */
export function headlinesOf(rows: readonly Row[], periods: FigurePeriods): Headline[] {
  const [asked, answered] = [changeOf(rows, 'questions', periods), changeOf(rows, 'answered', periods)]
  const share = (done: number, all: number) => (all === 0 ? 0 : Math.round((100 * done) / all))
  const shares = { now: share(answered.now, asked.now), before: share(answered.before, asked.before) }
  const median = (period: string) => rows.find((row) => row.figure === 'first_answer' && row.category === period)
  const hours = { now: median('now')?.hours ?? OVER_HOURS, before: median('before')?.hours ?? OVER_HOURS }
  const hoursOf = (count: number) => hoursText(count === OVER_HOURS ? null : count)
  const hasBefore = asked.before > 0
  const active = averageOf(rows, 'active', periods)
  const left = changeOf(rows, 'left', periods)
  return [
    headline('Questions answered', shares, { text: (count) => `${count}%`, isMoreBetter: true, hasBefore }),
    headline('First answer, median', hours, { text: hoursOf, isMoreBetter: false, hasBefore }),
    headline('Active members, per week', active, {
      text: members,
      isMoreBetter: true,
      hasBefore: hasBefore || active.before > 0,
      isSmall: active.now === 0,
    }),
    headline('Left in the period', left, {
      text: members,
      isMoreBetter: false,
      hasBefore: true,
      isSmall: left.now === 0,
    }),
  ]
}

const WEEK_MS = 604_800_000
const weeksFrom = (day: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    new Date(Date.parse(`${day}T00:00:00Z`) + at * WEEK_MS).toISOString().slice(0, 10),
  )

export interface WeekOfAnswers {
  week: string
  /** Null: most questions had no answer in time. Undefined: there were no questions. */
  now: number | null | undefined
  before: number | null | undefined
  questions: number
}

/** Hours to the first answer by week: of the period, and of the one before. */
export function weeklyAnswers(rows: readonly Row[], periods: FigurePeriods, count: number): WeekOfAnswers[] {
  const known = new Map(rows.filter(({ figure }) => figure === 'questions').map((row) => [row.starts_on, row] as const))
  const earlier = weeksFrom(periods.before, count)
  return weeksFrom(periods.from, count).map((week, at) => ({
    week,
    now: known.get(week)?.hours,
    before: known.get(earlier[at]!)?.hours,
    questions: known.get(week)?.amount ?? 0,
  }))
}
