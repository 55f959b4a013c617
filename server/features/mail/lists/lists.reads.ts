import { networks } from '#server/features/networks/index.ts'
import { define, many, one, value } from '#server/platform/graph/reads.ts'
import { sql, trustedSql, type Insert } from '#server/platform/graph/sql.ts'
import { MAIL_LISTS, SENT_MAILS } from '#shared/mail.ts'
import { mailLists } from './lists.access.ts'

const own = one(() => sql`select s.* from ${mailLists.mail_settings} s`)
const network = one((row) => sql`select n.* from ${networks.peer_networks} n where n.id = ${row}.peer_network_id`)
const chosen = (preference: string) =>
  value(
    (list: Insert) =>
      sql`(select count(*)::integer from ${mailLists.list_members} m where m.mail_list_id = ${list}.id and m.preference = ${trustedSql(`'${preference}'`)})`,
  )
const said = (isUseful: boolean) =>
  value(
    (list: Insert) =>
      sql`(select count(*)::integer from ${mailLists.mail_feedback} f where f.mail_list_id = ${list}.id and f.is_useful = ${trustedSql(String(isUseful))})`,
  )

export const listReads = define({
  Query: {
    mail_settings: own,
    sent_mails: many(() => ({
      rows: sql`select s.* from ${mailLists.own_sent_mails} s`,
      order: sql`received_at desc, id desc`,
      cap: SENT_MAILS,
    })),
    staff_mail_lists: many(() => ({
      rows: sql`select l.* from ${mailLists.staff_mail_lists} l`,
      order: sql`l.local_part, l.id`,
      cap: MAIL_LISTS,
    })),
  },
  Mutation: {
    updateMailChoice: own,
    updateMailWords: own,
    resumeMail: own,
    saveMailList: one((_, { result }) => sql`select l.* from ${mailLists.staff_mail_lists} l where l.id = ${result}`),
  },
  MailSettings: {
    networks: many(() => ({
      rows: sql`select l.* from ${mailLists.viewer_mail_lists} l`,
      order: sql`l.local_part, l.id`,
      cap: MAIL_LISTS,
    })),
  },
  MailNetwork: { peer_network: network },
  MailList: {
    peer_network: network,
    num_of_all: chosen('all'),
    num_of_daily_digest: chosen('daily_digest'),
    num_of_none: chosen('none'),
    num_of_helpful: said(true),
    num_of_not_helpful: said(false),
  },
})
