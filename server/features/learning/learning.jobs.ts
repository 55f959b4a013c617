/** The email to a sponsor, which contains only what the member consented to share. */
import { transaction } from '#server/platform/database/transaction.ts'
import type { JobTools, Jobs } from '#server/platform/jobs/jobs.ts'
import type { EmailContent } from '#server/platform/mailer/email-template.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { takeSponsorConnection } from './learning.sql.ts'

interface Connection {
  sponsor_email: string
  first_name: string
  sponsor: string
  series: string
  message: string
  name: string
  email: string
  company: string | null
  theme: string | null
}

type SupportOf = (theme: string | null) => string

export const makeLearningJobs = ({ supportEmail }: { supportEmail: SupportOf }): Jobs => ({
  'learning:send-connection': ({ pool, bus }: JobTools, { id }: { id: number }) =>
    transaction(pool, bus, async (tx) => {
      const { rows } = await tx.query<Connection>(takeSponsorConnection({ id }))
      const asked = rows[0]
      if (!asked) return
      await queueMail(tx, {
        to: asked.sponsor_email,
        kind: 'sponsor-connection',
        letter: letterTo(asked, supportEmail),
        headers: { 'Reply-To': asked.email },
      })
    }),
})

const letterTo = (asked: Connection, supportEmail: SupportOf): EmailContent => ({
  subject: `${asked.name} would like an introduction to ${asked.sponsor}`,
  theme: asked.theme,
  title: 'A member requested an introduction',
  parts: [
    { text: `Hello ${asked.first_name},` },
    { text: `A ${PRODUCT_NAME} member saw the series that you sponsor: ${asked.series}` },
    {
      facts: [
        ['Name', asked.name],
        ['Company', asked.company ?? 'Not provided'],
        ['Email', asked.email],
      ],
    },
    ...(asked.message === '' ? [] : [{ quote: asked.message }]),
    { text: 'Please contact them directly. We haven’t shared anything else about them.' },
  ],
  reason: `You’re receiving this because ${asked.sponsor} sponsors a series. The member agreed to share their name, company, and email address with you for this purpose only.`,
  supportEmail: supportEmail(asked.theme),
})
