/** What is done beside requests: the mail to a vendor, which tells only what the member agreed to, and the nightly weighing. */
import { transaction } from '#server/platform/database/transaction.ts'
import type { JobTools, Jobs } from '#server/platform/jobs/jobs.ts'
import type { Letter } from '#server/platform/mailer/letter.ts'
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
  // Every night the newcomers have grown older and the old recommendations too.
  'experts:weigh': async ({ pool }: JobTools) =>
    void (await pool.query('select weigh_recommendations(array(select id from expert_recommendations))')),
  'experts:send-connection': ({ pool, bus }: JobTools, { id }: { id: number }) =>
    transaction(pool, bus, async (tx) => {
      const { rows } = await tx.query<Connection>({ ...takeConnection, values: [id] })
      const asked = rows[0]
      if (!asked) return
      const letter = letterTo(asked, supportEmail)
      for (const to of asked.vendor_emails)
        await queueMail(tx, { to, kind: 'vendor-connection', letter, headers: { 'Reply-To': asked.email } })
    }),
})

const letterTo = (asked: Connection, supportEmail: SupportOf): Letter => ({
  subject: `${asked.name} asks to be put in touch with ${asked.vendor}`,
  theme: asked.theme,
  title: 'A member asks to be put in touch',
  parts: [
    { text: `Dear ${asked.vendor_first_name ?? asked.vendor},` },
    { text: `A member of ${PRODUCT_NAME} has read your offer for members: ${asked.short_text}` },
    {
      facts: [
        ['Name', asked.name],
        ['Company', asked.company ?? 'Not given'],
        ['Address', asked.email],
      ],
    },
    ...(asked.message === '' ? [] : [{ quote: asked.message }]),
    { text: 'Please write to them yourself. Nothing else about them was passed on.' },
  ],
  reason: `You receive this because ${asked.vendor} offers something to members. The member agreed that you are told their name, company and address for this purpose only.`,
  supportEmail: supportEmail(asked.theme),
})
