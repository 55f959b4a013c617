import { networks } from '#server/features/networks/index.ts'
import { define, many, one } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { MAIL_LISTS, SENT_MAILS } from '#shared/mail.ts'
import { mailLists } from './lists.access.ts'

const own = one(() => sql`select s.* from ${mailLists.mail_settings} s`)
const sent = one((_, { result }) => sql`select s.* from ${mailLists.own_sent_mails} s where s.id = ${result}`)
const network = one((row) => sql`select n.* from ${networks.peer_networks} n where n.id = ${row}.peer_network_id`)
/** Counted for all lists at once: each member is looked at one time. */
const counted = sql`
  select l.*, coalesce(m.num_of_all, 0) as num_of_all, coalesce(m.num_of_daily_digest, 0) as num_of_daily_digest,
    coalesce(m.num_of_none, 0) as num_of_none, coalesce(f.num_of_helpful, 0) as num_of_helpful,
    coalesce(f.num_of_not_helpful, 0) as num_of_not_helpful
  from ${mailLists.staff_mail_lists} l
  left join (
    select x.mail_list_id, (count(*) filter (where x.preference = 'all'))::integer as num_of_all,
      (count(*) filter (where x.preference = 'daily_digest'))::integer as num_of_daily_digest,
      (count(*) filter (where x.preference = 'none'))::integer as num_of_none
    from ${mailLists.list_members} x group by x.mail_list_id) m on m.mail_list_id = l.id
  left join (
    select x.mail_list_id, (count(*) filter (where x.is_useful))::integer as num_of_helpful,
      (count(*) filter (where not x.is_useful))::integer as num_of_not_helpful
    from ${mailLists.mail_feedback} x group by x.mail_list_id) f on f.mail_list_id = l.id`

export const listReads = define({
  Query: {
    mail_settings: own,
    sent_mails: many(() => ({
      rows: sql`select s.* from ${mailLists.own_sent_mails} s`,
      order: sql`received_at desc, id desc`,
      cap: SENT_MAILS,
    })),
    staff_mail_lists: many(() => ({
      rows: counted,
      order: sql`l.local_part, l.id`,
      cap: MAIL_LISTS,
    })),
  },
  Mutation: {
    updateMailChoice: own,
    updateMailWords: own,
    resumeMail: own,
    postHeldMail: sent,
    addCutLines: sent,
    saveMailList: one((_, { result }) => sql`${counted} where l.id = ${result}`),
  },
  MailSettings: {
    networks: many(() => ({
      rows: sql`select l.* from ${mailLists.viewer_mail_lists} l`,
      order: sql`l.local_part, l.id`,
      cap: MAIL_LISTS,
    })),
  },
  MailNetwork: { peer_network: network },
  MailList: { peer_network: network },
})
