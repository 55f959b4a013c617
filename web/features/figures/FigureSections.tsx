import { counted } from '#shared/kit/text.ts'
import type { ReactNode } from 'react'
import { expertPath } from '#shared/experts.ts'
import {
  COHORT_MONTHS,
  FIGURES,
  HOW_COUNTED,
  TOGETHER,
  categoriesOf,
  averageOf,
  changeOf,
  type FigureName,
  type FigurePeriods,
} from '#shared/figures.ts'
import { CANCEL_REASON_WORDS, moneyOf, type CancelReason } from '#shared/membership.ts'
import { ROUTES } from '#shared/routes.ts'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { Bars } from '#web/features/figures/charts/Bars.tsx'
import { FigureTable } from '#web/features/figures/charts/FigureTable.tsx'
import { LineChart } from '#web/features/figures/charts/LineChart.tsx'
import { monthName, shortDay } from '#web/features/figures/days.ts'
import { FigureSection } from '#web/features/figures/FigureSection.tsx'
import { hoursText, weeklyAnswers, type Row } from '#web/features/figures/figures.queries.ts'
import styles from './Figures.module.css'

interface Props {
  rows: readonly Row[]
  periods: FigurePeriods
  weeks: number
}
type Some = Omit<Props, 'weeks'>

const SMALL = 'Fewer than 5'
const many = (count: number) => (count === 0 ? SMALL : count.toLocaleString('en-US'))

export function FigureSections({ rows, periods, weeks }: Props) {
  const { permissions } = useUser()
  const has = (permission: string) => permissions.includes(permission)
  return (
    <>
      <Answers rows={rows} periods={periods} weeks={weeks} />
      <div className={styles.pair}>
        <Funnel rows={rows} periods={periods} hasRows={has('members')} />
        <Cohorts rows={rows} />
      </div>
      <Left rows={rows} periods={periods} hasRows={has('finance')} />
      <div className={styles.pair}>
        <Named rows={rows} periods={periods} figure="expert" />
        <Named rows={rows} periods={periods} figure="download" />
      </div>
      <Decisions rows={rows} periods={periods} hasRows={has('moderation') && has('system')} />
      {has('finance') && <Money rows={rows} periods={periods} />}
    </>
  )
}

function Answers({ rows, periods, weeks }: Props) {
  const answers = weeklyAnswers(rows, periods, weeks)
  const questions = changeOf(rows, 'questions', periods).now
  const known = answers.filter(({ now }) => typeof now === 'number')
  const [first, last] = [known[0], known.at(-1)]
  const finding =
    first && last
      ? `Hours to the first answer, median by week: ${hoursText(first.now)} in the week of ${shortDay(first.week)}, ${hoursText(last.now)} in the week of ${shortDay(last.week)}.`
      : 'Hours to the first answer: no week has a median.'
  return (
    <FigureSection
      title="Hours to the first answer"
      measure={
        <>
          Median of all questions, by week. <Link to={ROUTES.feed}>{counted(questions, 'question')}</Link>
        </>
      }
      how={HOW_COUNTED.questions}
      table={
        <FigureTable
          caption="Hours to the first answer by week"
          columns={['Week of', 'Questions', 'Median', 'Period before']}
          rows={answers.map(({ week, now, before, questions: asked }) => ({
            key: week,
            cells: [shortDay(week), asked, hoursText(now), hoursText(before)],
          }))}
        />
      }
    >
      <LineChart
        points={answers.map(({ week, now, before }) => ({ label: shortDay(week), now, before }))}
        unit="hr"
        finding={finding}
      />
    </FigureSection>
  )
}

const STEPS = [
  ['invited', 'Invited'],
  ['accepted', 'Joined'],
  ['replied', 'First reply within a week'],
] as const

function Funnel({ rows, periods, hasRows }: Some & { hasRows: boolean }) {
  const steps = STEPS.map(([figure, label]) => ({ label, ...changeOf(rows, figure, periods) }))
  const all = steps[0]!.now
  const invitations = `${many(all)} ${all === 1 ? 'invitation' : 'invitations'}`
  return (
    <FigureSection
      title="From invitation to first reply"
      measure={hasRows ? <Link to={STAFF_ROUTES.invitations}>{invitations}</Link> : invitations}
      how={HOW_COUNTED.funnel}
      table={
        <FigureTable
          caption="From invitation to first reply"
          columns={['Step', 'This period', 'Period before']}
          rows={steps.map(({ label, now, before }) => ({ key: label, cells: [label, many(now), many(before)] }))}
        />
      }
    >
      <Bars
        bars={steps.map(({ label, now }) => ({
          label,
          amount: now,
          text: many(now),
          ...(all > 0 && now > 0 && { note: `${Math.round((100 * now) / all)}%` }),
        }))}
      />
    </FigureSection>
  )
}

const MONTHS_SHOWN = 5
const monthAfter = (month: string, months: number) => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

function Cohorts({ rows }: { rows: readonly Row[] }) {
  const joined = rows.filter(({ figure }) => figure === 'joined').slice(-MONTHS_SHOWN)
  const offsets = Array.from({ length: COHORT_MONTHS }, (_, at) => at + 1)
  return (
    <FigureSection
      title="Returning members"
      measure="Share still active, by month of joining"
      how={HOW_COUNTED.cohorts}
    >
      {joined.length === 0 ? (
        <p className={styles.note}>No month had five members joining.</p>
      ) : (
        <FigureTable
          caption="Returning members by month of joining"
          columns={['Joined', 'Members', ...offsets.map((months) => `${months} mo`)]}
          rows={joined.map(({ starts_on, amount }) => {
            const shares = offsets.map((months) => {
              const back = rows.find(
                (row) =>
                  row.figure === 'returned' &&
                  row.category === starts_on.slice(0, 7) &&
                  row.starts_on.startsWith(monthAfter(starts_on.slice(0, 7), months)),
              )
              return back && { share: back.amount / amount, isAll: back.amount >= amount }
            })
            return {
              key: starts_on,
              cells: [
                monthName(starts_on),
                amount,
                ...shares.map((each) => (each ? (each.isAll ? 'Nearly all' : `${Math.round(100 * each.share)}%`) : '')),
              ],
              tints: [undefined, ...shares.map((each) => each && Math.min(each.share, 0.99))],
            }
          })}
        />
      )}
    </FigureSection>
  )
}

const reasonText = (reason: string) =>
  reason === TOGETHER ? 'Other reasons together' : (CANCEL_REASON_WORDS[reason as CancelReason] ?? 'Another reason')

function Left({ rows, periods, hasRows }: Some & { hasRows: boolean }) {
  const { now } = changeOf(rows, 'left', periods)
  const members = `${many(now)} members`
  return (
    <FigureSection
      title="Why members left"
      measure={
        <>
          {hasRows ? <Link to={STAFF_ROUTES.teams}>{members}</Link> : members}. Reasons given by fewer than five are
          added together
        </>
      }
      how={HOW_COUNTED.left}
    >
      <Changes
        rows={rows}
        periods={periods}
        figure="left"
        heading="Reason"
        nameOf={({ category }) => reasonText(category)}
      />
    </FigureSection>
  )
}

interface ChangesProps extends Some {
  figure: FigureName
  heading: string
  nameOf: (row: { category: string; name: string | null }) => ReactNode
}

const MOST = 8

function Changes({ rows, periods, figure, heading, nameOf }: ChangesProps) {
  const categories = categoriesOf(rows, figure, periods).slice(0, MOST)
  if (categories.length === 0) {
    const isExact = FIGURES[figure].rule === 'exact'
    return <p className={styles.note}>{isExact ? 'None' : SMALL} in both periods.</p>
  }
  return (
    <FigureTable
      caption={heading}
      columns={[heading, 'This period', 'Period before']}
      rows={categories.map((each) => ({
        key: each.category,
        cells: [nameOf(each), each.now === 0 ? '–' : each.now, each.before === 0 ? '–' : each.before],
      }))}
    />
  )
}

const NAMED = {
  expert: { title: 'Experts most named', measure: 'Posts that name them', how: HOW_COUNTED.experts, heading: 'Expert' },
  download: {
    title: 'Documents most used',
    measure: 'Members who downloaded them',
    how: HOW_COUNTED.documents,
    heading: 'Document',
  },
}

function Named({ rows, periods, figure }: Some & { figure: keyof typeof NAMED }) {
  const { title, measure, how, heading } = NAMED[figure]
  const pathOf = (id: string) => (figure === 'expert' ? expertPath(Number(id)) : `${ROUTES.peerDocuments}/${id}`)
  return (
    <FigureSection title={title} measure={measure} how={how}>
      <Changes
        {...{ rows, periods, figure, heading }}
        nameOf={({ category, name }) => (name === null ? 'Deleted' : <Link to={pathOf(category)}>{name}</Link>)}
      />
    </FigureSection>
  )
}

const DECISIONS: Record<string, string> = {
  approved: 'Approved',
  rejected: 'Rejected',
  edited: 'Edited',
  removed: 'Removed',
  closed: 'Closed',
  reopened: 'Reopened',
  kept: 'Reports: kept',
  acted_on: 'Reports: acted on',
  revealed: 'Authors revealed',
}

function Decisions({ rows, periods, hasRows }: Some & { hasRows: boolean }) {
  const all = counted(changeOf(rows, 'decision', periods).now, 'decision')
  return (
    <FigureSection
      title="Moderation"
      measure={hasRows ? <Link to={STAFF_ROUTES.audit}>{all}</Link> : all}
      how={HOW_COUNTED.moderation}
    >
      <Changes
        {...{ rows, periods }}
        figure="decision"
        heading="Decision"
        nameOf={({ category }) => DECISIONS[category] ?? category}
      />
    </FigureSection>
  )
}

function Money({ rows, periods }: Some) {
  const paid = changeOf(rows, 'paid', periods)
  const active = averageOf(rows, 'subscriptions', periods)
  const left = changeOf(rows, 'left', periods)
  const churn = (lost: number, all: number) =>
    lost === 0 || all === 0 ? `${SMALL} left` : `${((100 * lost) / all).toFixed(1)}%`
  return (
    <FigureSection
      title="Revenue and churn"
      measure={<Link to={STAFF_ROUTES.teams}>Teams and billing</Link>}
      how={HOW_COUNTED.finance}
    >
      <FigureTable
        caption="Revenue and churn"
        columns={['Figure', 'This period', 'Period before']}
        rows={[
          { key: 'paid', cells: ['Invoices paid', moneyOf(paid.now), moneyOf(paid.before)] },
          { key: 'subscriptions', cells: ['Active subscriptions', many(active.now), many(active.before)] },
          { key: 'churn', cells: ['Churn', churn(left.now, active.now), churn(left.before, active.before)] },
        ]}
      />
    </FigureSection>
  )
}
