/**
 * Background jobs: the email to a vendor, which contains only what the member consented to share, and the nightly
 * recalculation of weights.
 */
import { transaction } from '#server/platform/database/transaction.ts'
import type { JobTools, Jobs } from '#server/platform/jobs/jobs.ts'
import type { EmailContent } from '#server/platform/mailer/email-template.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { takeConnection } from './connections.sql.ts'

interface Connection {
  vendor_emails: string[]
  vendor_first_name: string | null
  short_text: string
  vendor: string
  message: string
  name: string
  email: string
  company: string | null
  theme: string | null
}

type SupportOf = (theme: string | null) => string

export const makeExpertJobs = ({ supportEmail }: { supportEmail: SupportOf }): Jobs => ({
  // Weights depend on the age of recommendations and of their authors' memberships, so they change every night.
  'experts:weigh': async ({ pool }: JobTools) =>
    void (await pool.query('select weigh_recommendations(array(select id from expert_recommendations))')),
  'experts:send-connection': ({ pool, bus }: JobTools, { id }: { id: number }) =>
    transaction(pool, bus, async (tx) => {
      const { rows } = await tx.query<Connection>(takeConnection({ id }))
      const asked = rows[0]
      if (!asked) return
      const letter = letterTo(asked, supportEmail)
      for (const to of asked.vendor_emails)
        await queueMail(tx, { to, kind: 'vendor-connection', letter, headers: { 'Reply-To': asked.email } })
    }),
})

const letterTo = (asked: Connection, supportEmail: SupportOf): EmailContent => ({
  subject: `${asked.name} would like an introduction to ${asked.vendor}`,
  theme: asked.theme,
  title: 'A member requested an introduction',
  parts: [
    { text: `Hello ${asked.vendor_first_name ?? asked.vendor},` },
    { text: `A ${PRODUCT_NAME} member saw your member offer: ${asked.short_text}` },
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
  reason: `You’re receiving this because ${asked.vendor} has a member offer. The member agreed to share their name, company, and email address with you for this purpose only.`,
  supportEmail: supportEmail(asked.theme),
})
