/** A server that receives email, the members who write to it, and what became of their emails. */
import type { SendMailOptions } from 'nodemailer'
import { demoMembers } from '../demo-members.ts'
import { startDns } from '../harness/dns.ts'
import { INBOUND_SECRET, MAIL_DOMAIN, publishDomain, writeMail } from '../harness/inbound.ts'
import { SECRET, startTestServer } from '../harness/test-server.ts'
import { insertThread, networkIds } from '../harness/threads.ts'

export const space = { domain: MAIL_DOMAIN, secret: SECRET }
export const QUOTED = '\n\nOn Monday, Marcus Oyelaran via Legal wrote:\n> Who has seen one?\n'

let count = 0
export const write = (options: SendMailOptions = {}, domain: string | undefined = 'legal.test') =>
  writeMail(
    {
      from: 'Helen <member@legal.test>',
      to: `legal@${MAIL_DOMAIN}`,
      subject: `About the clause ${(count += 1)}`,
      text: 'The heron sings.',
      ...options,
    },
    domain,
  )
export const unsigned = (options: SendMailOptions = {}) => write(options, '')

export async function startInbound(settings: Record<string, string> = {}) {
  const dns = await startDns()
  for (const domain of ['legal.test', 'finance.test', 'elsewhere.test']) publishDomain(dns, domain)
  const testServer = await startTestServer({
    PUBLIC_URL: 'https://peers.test',
    MAIL_DOMAIN,
    MAIL_DNS: dns.address,
    MAIL_INBOUND_SECRET: INBOUND_SECRET,
    ...settings,
  })
  const { legal, finance } = await networkIds(testServer)
  const [helen, marcus, grace, staff] = await testServer.members(
    demoMembers.member,
    demoMembers.peer,
    demoMembers.billing,
    demoMembers.staff,
  )
  const { sql } = testServer
  return {
    ...{ dns, testServer, sql, legal, finance, helen, marcus, grace, staff },
    quiet: () => insertThread(testServer, { author: marcus.id, networks: [legal], topic: 'Which clause' }),
    messagesOf: (threadId: number) =>
      sql<Written>(
        `select id, body, is_private, private_reader_ids, source, visible from messages
         where thread_id = $1 and not is_original_message order by id`,
        [threadId],
      ),
    answersTo: (address: string) =>
      sql<{ text: string; headers: Record<string, string> }>(
        `select text, headers from outgoing_mails where kind = 'mail-answer' and "to" = $1`,
        [address],
      ),
    clearAnswers: async () => {
      await sql('delete from mail_answers')
      await sql(`delete from outgoing_mails where kind = 'mail-answer'`)
    },
  }
}

interface Written {
  id: number
  body: string
  is_private: boolean
  private_reader_ids: number[]
  source: string
  visible: boolean
}
