/** An anonymous author whose every trace can be recognized. */
import { reloadCommunitySettings } from '#server/platform/community-settings.ts'
import type { Client } from './client.ts'
import type { TestServer } from './test-server.ts'

/** Unique values: wherever one of them appears, it identifies this author. */
export const AUTHOR = {
  id: 7_777_777_777,
  first: 'Quillon',
  last: 'Vexley',
  email: 'quillon@vexley.test',
  company: 'Zephyrine Holdings',
}
const CANARIES = [String(AUTHOR.id), AUTHOR.first, AUTHOR.last, AUTHOR.email, AUTHOR.company, 'Reykjavik']
/** Returns the author's canaries that occur in this text. */
export const findLeaks = (text: string) => CANARIES.filter((canary) => text.includes(canary))

/** Sets the staff setting so that anonymous posts appear at once; the delay has its own tests. */
export const withoutDelay = (testServer: TestServer): Promise<void> => setDelay(testServer, 0)
export async function setDelay(testServer: TestServer, minutes: number): Promise<void> {
  await testServer.sql(
    `insert into community_settings (key, value, changed_by)
     select 'anonymous_delay_minutes', to_jsonb($1::integer), id from users where is_staff order by id limit 1
     on conflict (key) do update set value = excluded.value`,
    [minutes],
  )
  reloadCommunitySettings(testServer.database.write)
}

/** Publishes all waiting posts now. */
export async function publishWaiting(testServer: TestServer): Promise<void> {
  await testServer.sql(
    `update waiting_posts set earliest_at = now() - interval '1 minute', publish_at = now() where ended_at is null`,
  )
  await testServer.sql(`select graphile_worker.add_job('discussions:publish-waiting')`)
  await testServer.runJobs()
}

/** Creates the author as a member of the network, plus 60 members so that fully anonymous posts are allowed there. */
export async function anonymousAuthor(testServer: TestServer, networkId: number): Promise<Client> {
  await withoutDelay(testServer)
  await testServer.sql(`insert into companies (name, num_of_employees, num_of_lawyers) values ($1, '501-1,000', 37)`, [
    AUTHOR.company,
  ])
  await testServer.sql(
    `insert into users (id, first_name, last_name, email, title, city, country, company_id, current_state, last_online_at)
     overriding system value
     values ($1, $2, $3, $4, 'General Counsel', 'Reykjavik', 'Iceland', (select max(id) from companies), 'full access', now())`,
    [AUTHOR.id, AUTHOR.first, AUTHOR.last, AUTHOR.email],
  )
  await testServer.sql(
    'insert into peer_network_memberships (user_id, peer_network_id, is_primary) values ($1, $2, true)',
    [AUTHOR.id, networkId],
  )
  await testServer.sql(
    `with made as (
       insert into users (first_name, last_name, email, title, city, current_state)
       select 'Member', n::text, 'crowd' || n || '@members.test', 'General Counsel', case when n <= 25 then 'Chicago' else 'Boston' end, 'full access'
       from generate_series(1, 60) n returning id)
     insert into peer_network_memberships (user_id, peer_network_id, is_primary) select id, $1, true from made`,
    [networkId],
  )
  await testServer.sql('select refresh_member_counts()')
  return testServer.memberById(AUTHOR.id)
}
