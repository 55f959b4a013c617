/** Changes the state of some demo threads: anonymous, closed, followed, hidden; and removes some replies. */
import type { ClientBase } from 'pg'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'

const ANONYMOUS = 2
const REMOVED = 2
const FOLLOWED = 3

// In execution order: no thread is in two of these states.
const STEPS = [
  // Plain questions in which nobody was named and whose author did not reply; one of Helen's, so that she sees what her
  // own anonymous thread looks like.
  `with chosen as (
     select t.id, t.author_id, row_number() over (partition by u.email = 'member@legal.test' order by t.pub_date desc) as place
     from threads t join users u on u.id = t.author_id
     where t.thread_type = 'discussion' and t.approved and t.source = 'web' and strpos(t.cleaned_body, u.last_name) = 0
       and t.pub_date < now() - interval '2 days'
       and not exists (select from messages m where m.thread_id = t.id and m.is_private)
       and not exists (select from messages m join message_mentioned_users n on n.message_id = m.id
         where m.thread_id = t.id and n.user_id = t.author_id)
       and not exists (select from messages m join users a on a.id = t.author_id
         where m.thread_id = t.id and strpos(m.cleaned_body, a.first_name) > 0)
     order by u.email = 'member@legal.test' desc, t.pub_date desc),
   taken as (select id, author_id from chosen where place = 1 limit ${ANONYMOUS}),
   kept as (
     insert into anonymous_messages (message_id, thread_id, user_id, is_opening)
     select m.id, m.thread_id, m.sender_id, m.is_original_message
     from messages m join taken t on t.id = m.thread_id and t.author_id = m.sender_id),
   unsigned as (
     update messages m set sender_id = ${ANONYMOUS_USER_ID} from taken t where m.thread_id = t.id and m.sender_id = t.author_id)
   update threads h set author_id = ${ANONYMOUS_USER_ID} from taken t where h.id = t.id`,
  // A removed reply that was answered leaves a placeholder.
  `with gone as (
     update messages set removed_at = pub_date + interval '20 minutes', removed_by = sender_id where id in (
       select r.id from messages r where not r.is_private and not r.is_original_message and r.visible
         and exists (select from messages a where a.message_replied_id = r.id and a.visible and not a.is_private)
         and not exists (select from anonymous_messages n where n.thread_id = r.thread_id)
         and not exists (select from message_attachments f where f.message_id = r.id)
         and not exists (select from message_experts e where e.message_id = r.id)
       order by r.id desc limit ${REMOVED})
     returning id, thread_id, removed_at)
   insert into message_removals (message_id, thread_id, by_author, removed_at) select id, thread_id, true, removed_at from gone`,
  `with done as (
     update threads set closed_at = pub_date + interval '30 days' where id = (
       select t.id from threads t where t.approved and t.thread_type = 'discussion' and t.pub_date < now() - interval '31 days'
         and (select count(*) from messages m where m.thread_id = t.id) > 4 order by t.pub_date desc limit 1)
     returning id, closed_at)
   insert into moderation_decisions (act_id, item_type, item_id, thread_id, decision, reason, actor_id, at)
   select nextval('moderation_acts'), 'thread', d.id, d.id, 'closed', 'Answered in full. The rule it was about is no longer in force.',
     (select min(id) from users where is_staff), d.closed_at from done d`,
  `with readers as (select id from users where email like '%@%.test' and current_state = 'full access' and not suspended),
   recent as (
     select r.id as user_id, t.id as thread_id, t.pub_date, row_number() over (partition by r.id order by t.pub_date desc) as place
     from readers r join peer_network_memberships p on p.user_id = r.id
     join thread_peer_networks n on n.peer_network_id = p.peer_network_id join threads t on t.id = n.thread_id and t.approved
     where t.author_id <> r.id and not exists (select from messages m where m.thread_id = t.id and m.sender_id = r.id)),
   followed as (
     insert into thread_follows (user_id, thread_id, followed_at)
     select distinct user_id, thread_id, pub_date + interval '1 hour' from recent where place between 4 and ${3 + FOLLOWED})
   insert into hidden_threads (user_id, thread_id, hidden_at)
   select distinct user_id, thread_id, pub_date + interval '1 hour' from recent where place = 20`,
]

export async function seedThreadStates(client: ClientBase): Promise<void> {
  for (const step of STEPS) await client.query(step)
}
