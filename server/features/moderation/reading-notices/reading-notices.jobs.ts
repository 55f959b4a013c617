/** Once a day, members of networks that chose so are notified by email that staff read private replies of theirs. */
import { personOf } from '#server/features/accounts/index.ts'
import type { EmailContext } from '#server/platform/app-context.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Jobs, JobTools } from '#server/platform/jobs/jobs.ts'
import type { EmailContent } from '#server/platform/mailer/email-template.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import { threadPath } from '#shared/discussions.ts'
import { longDate } from '#shared/kit/dates.ts'
import { claimDay, selectReadings, type ReadingsOfMember } from './reading-notices.sql.ts'

const DAY_MS = 86_400_000
/** More are counted. */
const LISTED = 20
export const READING_NOTICES_SCHEDULE = '25 6 * * * moderation:reading-notices'

export const readingNoticeJobs = (email: EmailContext): Jobs => ({
  'moderation:reading-notices': (tools: JobTools) => sendReadingNotices(tools, email, new Date()),
})

/** Sends those of the day (in UTC) that ended last: all of it or, if something fails, nothing until the job runs again. */
export async function sendReadingNotices({ pool, bus }: JobTools, email: EmailContext, now: Date): Promise<void> {
  const day = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10)
  await transaction(pool, bus, async (tx) => {
    if ((await tx.query(claimDay({ day }))).rowCount === 0) return
    const { rows } = await tx.query<ReadingsOfMember>(selectReadings({ day }))
    for (const { user_id, readings } of rows) {
      const person = await personOf(tx.query, user_id)
      if (person && !person.suspended && person.current_state !== 'not joined')
        await queueMail(tx, { to: person.email, kind: 'staff-read', letter: readingsEmail(person, email, readings) })
    }
  })
}

type Reader = NonNullable<Awaited<ReturnType<typeof personOf>>>

/** Without words of the discussions: whoever sees the mailbox learns nothing of them. */
function readingsEmail(
  { first_name, theme, network, time_zone }: Reader,
  { publicUrl, supportEmail }: EmailContext,
  readings: ReadingsOfMember['readings'],
): EmailContent {
  const more = readings.length - LISTED
  return {
    subject: 'Staff read private replies of yours',
    theme,
    network: network ?? undefined,
    title: 'Staff read private replies of yours',
    parts: [
      { text: `Hi ${first_name},` },
      {
        text: 'Staff opened private replies that you wrote or received. They do so to review a post or to answer a report, and each time is recorded.',
      },
      ...readings
        .slice(0, LISTED)
        .flatMap(({ thread_id, at }) => [
          { text: `${longDate(at, time_zone)}` },
          { action: 'Open the discussion', url: `${publicUrl}${threadPath(thread_id)}` },
        ]),
      ...(more > 0 ? [{ text: more === 1 ? 'And in one more discussion.' : `And in ${more} more discussions.` }] : []),
    ],
    reason: `You’re receiving this because your network notifies its members when staff read private replies. If you have a question, write to ${supportEmail(theme)}.`,
    supportEmail: supportEmail(theme),
  }
}
