/**
 * Emails members about new members who match their saved searches. The email names no one: mailboxes are outside our
 * control, and who is a member stays inside the community.
 */
import type { EmailContext } from '#server/platform/app-context.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { selectRows } from '#server/platform/database/select.ts'
import type { JobTools, Jobs } from '#server/platform/jobs/jobs.ts'
import { NOBODY } from '#server/platform/graph/sql.ts'
import { viewerOf } from '#server/platform/session/sessions.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import { presenceJobs } from '#server/features/people/settings/presence.jobs.ts'
import { ROUTES } from '#shared/routes.ts'
import { counted } from '#shared/kit/text.ts'
import { keptFilters } from './directory-filters.ts'
import { countNew, markChecked, selectAlerts, type DueSearch } from './directory.sql.ts'

const AT_ONCE = 200

async function tell(
  { pool, bus }: JobTools,
  search: DueSearch,
  { publicUrl, supportEmail }: EmailContext,
): Promise<void> {
  const viewer = (await viewerOf(pool, search.user_id)) ?? { ...NOBODY, id: search.user_id }
  const now = new Date()
  const [found] = await selectRows<{ num_of_new: number }>(
    pool,
    countNew(keptFilters(search.filters), search.checked_at),
    viewer,
  )
  const fresh = found!.num_of_new
  await transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query(markChecked({ id: search.id, alertedAt: now }))
    if (!rows[0] || fresh === 0) return
    const members = counted(fresh, 'new member matches', 'new members match')
    await queueMail(tx, {
      to: search.email,
      kind: 'directory-alert',
      letter: {
        subject: `${members} your search`,
        theme: search.theme,
        network: search.network ?? undefined,
        title: `${members} “${search.name}”`,
        parts: [
          { text: `Hi ${search.first_name},` },
          { text: 'They joined since we last checked. Open the directory to see who they are.' },
          { action: 'See new members', url: `${publicUrl}${ROUTES.members}?search_kept=${search.id}` },
        ],
        reason:
          'You’re receiving this because you turned on alerts for this saved search. You can turn them off next to the search in the directory.',
        supportEmail: supportEmail(search.theme),
      },
    })
  })
}

export const directoryJobs = (letterhead: EmailContext): Jobs => ({
  ...presenceJobs,
  'people:directory-alerts': async (tools: JobTools) => {
    for (let after = 0; ;) {
      const { rows } = await tools.pool.query<DueSearch>(selectAlerts({ after, limit: AT_ONCE }))
      for (const search of rows) await tell(tools, search, letterhead)
      if (rows.length < AT_ONCE) return
      after = rows.at(-1)!.id
    }
  },
})
