/** The weekly email of figures: what the page of figures says of one week, for the networks of a lead. */
import type { EmailContext } from '#server/platform/app-context.ts'
import type { EmailContent, Part } from '#server/platform/mailer/email-template.ts'
import { changeOf, type FigureName, type FigurePeriods, type FigureRow } from '#shared/figures.ts'
import { dayHeading } from '#shared/kit/dates.ts'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'

export interface FiguresAnswer {
  figure_counts: FigureRow[]
  unanswered_questions: { topic: string; num_of_answerers: number }[]
}
export interface WeekOfNetwork {
  /** Null: all networks. */
  id: number | null
  name: string
  answer: FiguresAnswer
}

const LINES: readonly [FigureName, string][] = [
  ['questions', 'Questions'],
  ['answered', 'Answered within two days'],
  ['active', 'Active members'],
  ['accepted', 'Joined'],
]
const QUESTIONS = 5

const UP_TO_FIVE: readonly FigureName[] = ['active', 'accepted']

/** Groups of members smaller than five are not shown, here as on the page. */
function numberOf(figure: FigureName, count: number): string {
  return count === 0 && UP_TO_FIVE.includes(figure) ? 'Fewer than 5' : count.toLocaleString('en-US')
}

function partsOf({ id, name, answer }: WeekOfNetwork, periods: FigurePeriods, publicUrl: string): Part[] {
  const facts = LINES.map(([figure, label]) => {
    const { now, before } = changeOf(answer.figure_counts, figure, periods)
    return [label, `${numberOf(figure, now)} (the week before: ${numberOf(figure, before).toLowerCase()})`] as const
  })
  const waiting = answer.unanswered_questions
  return [
    { text: name },
    { facts },
    ...(waiting.length > 0
      ? [
          {
            text: `${waiting.length === 1 ? 'One question has' : `${waiting.length} questions have`} waited two days for an answer:`,
          },
          ...waiting.slice(0, QUESTIONS).map(({ topic }) => ({ quote: topic })),
        ]
      : []),
    { action: 'Open the figures', url: `${publicUrl}${STAFF_ROUTES.figures}${id === null ? '' : `?network=${id}`}` },
  ]
}

export function weeklyEmail(
  { first_name, theme, network }: { first_name: string; theme: string | null; network: string | null },
  { publicUrl, supportEmail }: EmailContext,
  { weeks, periods }: { weeks: readonly WeekOfNetwork[]; periods: FigurePeriods },
): EmailContent {
  const from = dayHeading(`${periods.from}T12:00:00Z`)
  return {
    subject: `Figures of the week of ${from}`,
    theme,
    network: network ?? undefined,
    title: `The week of ${from}`,
    parts: [{ text: `Hi ${first_name},` }, ...weeks.flatMap((week) => partsOf(week, periods, publicUrl))],
    reason: `You’re receiving this because you lead a network. You can turn it off on the page of figures: ${publicUrl}${STAFF_ROUTES.figures}`,
    supportEmail: supportEmail(theme),
  }
}
