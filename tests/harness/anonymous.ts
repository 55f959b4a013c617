/** A member who asks without a name, and is known wherever a trace of them is met. */
import type { Client } from './client.ts'
import type { House } from './house.ts'

/** Whatever of this is met anywhere is theirs: no other number or word of the house is like it. */
export const AUTHOR = {
  id: 7_777_777_777,
  first: 'Quillon',
  last: 'Vexley',
  email: 'quillon@vexley.test',
  company: 'Zephyrine Holdings',
}
const CANARIES = [String(AUTHOR.id), AUTHOR.first, AUTHOR.last, AUTHOR.email, AUTHOR.company, 'Reykjavik']
/** What of them stands in this text. */
export const leaksIn = (text: string) => CANARIES.filter((canary) => text.includes(canary))

/** Brings them into a network, with enough others that a question can be asked there without a name at all. */
export async function anonymousAuthor(house: House, networkId: number): Promise<Client> {
  await house.sql(`insert into companies (name, num_of_employees, num_of_lawyers) values ($1, '501-1,000', 37)`, [
    AUTHOR.company,
  ])
  await house.sql(
    `insert into users (id, first_name, last_name, email, title, city, country, company_id, current_state, last_online_at)
     overriding system value
     values ($1, $2, $3, $4, 'General Counsel', 'Reykjavik', 'Iceland', (select max(id) from companies), 'full access', now())`,
    [AUTHOR.id, AUTHOR.first, AUTHOR.last, AUTHOR.email],
  )
  await house.sql('insert into peer_network_memberships (user_id, peer_network_id, is_primary) values ($1, $2, true)', [
    AUTHOR.id,
    networkId,
  ])
  await house.sql(
    `with made as (
       insert into users (first_name, last_name, email, title, city, current_state)
       select 'Member', n::text, 'crowd' || n || '@members.test', 'General Counsel', case when n <= 25 then 'Chicago' else 'Boston' end, 'full access'
       from generate_series(1, 60) n returning id)
     insert into peer_network_memberships (user_id, peer_network_id, is_primary) select id, $1, true from made`,
    [networkId],
  )
  await house.sql('select refresh_member_counts()')
  return house.memberById(AUTHOR.id)
}
