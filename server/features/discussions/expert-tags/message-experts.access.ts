/**
 * Experts named in messages. Everyone who can read a message can read its experts; private messages are not counted.
 */
import { mayFindExpert } from '#server/features/experts/index.ts'
import { uncheckedRelations, checkedRelations, sql } from '#server/platform/graph/sql.ts'
import {
  mayReadMessage,
  mayReadThread,
  ofReadableThread,
} from '#server/features/discussions/threads/discussions.access.ts'

const named = sql`select x.message_id, x.expert_id, x.place, m.thread_id from message_experts x join messages m on m.id = x.message_id`
const publicly = sql`
  select x.expert_id, m.id as message_id, m.thread_id, m.sender_id, m.is_original_message, m.order_date
  from message_experts x join messages m on m.id = x.message_id and m.visible and not m.is_private`
const votes = sql`
  select l.entity_id as expert_id, l.sentiment from likes l join users u on u.id = l.user_id and not u.suspended
  where l.entity_type = 'expert'`
/** Whether the viewer can see expert `e`: findable, or named in a readable message. */
const isVisibleExpert = sql`(${mayFindExpert} or exists (
  select from message_experts x join messages m on m.id = x.message_id
  where x.expert_id = e.id and ${mayReadMessage} and ${ofReadableThread}))`

export const taggedExperts = uncheckedRelations({
  named_in_messages: { rows: named, wall: sql`${named} where ${mayReadMessage} and ${ofReadableThread}` },
  named_publicly: { rows: publicly, wall: sql`${publicly} where ${ofReadableThread}` },
  named_experts: {
    rows: sql`select e.* from experts e`,
    wall: sql`select e.* from experts e where ${isVisibleExpert}`,
  },
  companies_of_named: {
    rows: sql`select c.* from expert_companies c`,
    wall: sql`select c.* from expert_companies c where exists (select from experts e where e.company_id = c.id and ${isVisibleExpert})`,
  },
  expert_votes: {
    rows: votes,
    wall: sql`${votes} and exists (select from experts e where e.id = l.entity_id and ${isVisibleExpert})`,
  },
  vendor_deals: {
    rows: sql`select d.id, d.expert_id, d.short_text, d.platform_description, d.logos, d.show_in_thread_details, d.show_in_vendor_page, d.vendor_first_name from vendor_deals d`,
    wall: sql`select d.id, d.expert_id, d.short_text, d.platform_description, d.logos, d.show_in_thread_details, d.show_in_vendor_page, d.vendor_first_name from vendor_deals d where exists (select from experts e where e.id = d.expert_id and ${isVisibleExpert})`,
  },
})

/** Public messages that name an expert, in threads that the viewer can read. Private messages are never included. */
export const mentions = checkedRelations({
  mentions: sql`
    select x.expert_id, m.id as message_id, m.thread_id, m.sender_id as author_id, m.order_date as pub_date,
      left(m.cleaned_body, 400) as excerpt, m.is_original_message
    from message_experts x join messages m on m.id = x.message_id and m.visible and not m.is_private
    join thread_feed f on f.thread_id = m.thread_id where ${mayReadThread}`,
})
