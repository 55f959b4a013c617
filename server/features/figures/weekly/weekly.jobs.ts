/** Every Wednesday, when the week before has been counted, network leads get its figures by email. */
import { personOf } from '#server/features/accounts/index.ts'
import type { EmailContext } from '#server/platform/app-context.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { RunOperation } from '#server/platform/http/graphql.ts'
import type { Jobs, JobTools } from '#server/platform/jobs/jobs.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import { viewerOf } from '#server/platform/session/sessions.ts'
import { FIGURES, periodsOf, type FigureName, type FigureRow } from '#shared/figures.ts'
import { weeklyEmail, type FiguresAnswer, type WeekOfNetwork } from './weekly-email.ts'
import { claimWeek, selectLeads, type Lead } from './weekly.sql.ts'

export const WEEKLY_FIGURES_SCHEDULE = '0 8 * * 3 figures:weekly-email'

interface Services {
  email: EmailContext
  run: RunOperation
}

export const weeklyFigureJobs = (services: Services): Jobs => ({
  'figures:weekly-email': (tools: JobTools) => sendWeekly(tools, services),
})

/** All emails of a week are queued in one transaction, so a job that runs twice sends once. */
async function sendWeekly({ pool, bus }: JobTools, { email, run }: Services): Promise<void> {
  const { rows: leads } = await pool.query<Lead>(selectLeads())
  const read = await Promise.all(leads.map((lead) => weeksOf(pool, run, lead)))
  const latest = read.flat().map(({ answer }) => latestWeek(answer.figure_counts) ?? '')
  const periods = periodsOf(latest.toSorted().at(-1) || undefined, 1)
  if (!periods) return
  await transaction(pool, bus, async (tx) => {
    if ((await tx.query(claimWeek({ week: periods.from }))).rowCount === 0) return
    for (const [place, { user_id }] of leads.entries()) {
      const person = await personOf(tx.query, user_id)
      const weeks = read[place]!
      if (person && weeks.length > 0)
        await queueMail(tx, {
          to: person.email,
          kind: 'weekly-figures',
          letter: weeklyEmail(person, email, { weeks, periods }),
        })
    }
  })
}

/** What the lead may read, read as the lead. */
async function weeksOf(pool: JobTools['pool'], run: RunOperation, lead: Lead): Promise<WeekOfNetwork[]> {
  const viewer = await viewerOf(pool, lead.user_id)
  if (!viewer) return []
  const asked = async (id: number | null) =>
    JSON.parse(await run(viewer, 'GetFigures', { peer_network_id: id, weeks: 4 })) as FiguresAnswer & {
      figure_networks: { id: number; display_name: string }[]
    }
  if (lead.network_ids === null) return [{ id: null, name: 'All networks', answer: await asked(null) }]
  const answers = await Promise.all(lead.network_ids.map(async (id) => ({ id, answer: await asked(id) })))
  return answers.map(({ id, answer }) => ({
    id,
    name: answer.figure_networks.find((network) => network.id === id)?.display_name ?? 'Network',
    answer,
  }))
}

const latestWeek = (rows: readonly FigureRow[]): string | undefined =>
  rows
    .filter(({ figure }) => FIGURES[figure as FigureName]?.span === 'week')
    .map(({ starts_on }) => starts_on)
    .toSorted()
    .at(-1)
