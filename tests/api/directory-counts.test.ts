/** The counts and bits that the directory reads instead of its members, after each way of changing a member. */
import { describe, expect, it } from 'vitest'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()

describe('the stored counts of the directory', () => {
  const CHANGES = {
    'a suspension': `update users set suspended = not suspended where id % 3 = 0`,
    'another state': `update users set current_state = 'expired' where id % 5 = 1 and current_state = 'full access'`,
    'leaving a network': `delete from peer_network_memberships where user_id % 4 = 1 and not is_primary`,
    'joining a network': `insert into peer_network_memberships (user_id, peer_network_id, is_primary)
      select id, 2, false from users where id % 7 = 2 on conflict do nothing`,
    'moving to another city': `update users set city = 'Zürich', country = 'Switzerland', lat = 47.4, long = 8.5 where id % 3 = 1`,
    'another company': `update users set company_id = (select min(id) from companies) where id % 2 = 0`,
    'another type of company': `update companies set type_id = (select min(id) from business_types), stage = 'IPO' where id % 2 = 1`,
    'other profile fields': `update profiles set industry_ids = array(select id from industries order by id limit 2),
        law_school_id = (select min(id) from law_schools), area_of_expertise_ids = array(select id from areas_of_expertise order by id limit 3);
      select refresh_profiles(array(select id from users))`,
    'a network that hides areas of expertise': `update peer_networks set show_areas_of_expertise = not show_areas_of_expertise`,
    'the end of a membership': `delete from profiles where user_id % 6 = 2`,
  }
  const differing = (one: string, other: string) =>
    `((${one}) except (${other})) union all ((${other}) except (${one}))`
  const facts = differing(
    'select * from directory_facts',
    'select * from counted_directory_facts(array(select user_id from profiles))',
  )
  const facets = differing(
    'select network_ids, facet, value_id, num_of_members from directory_facets',
    `select f.network_ids, v.facet, v.value_id, count(*) from directory_facts f cross join lateral directory_values(f) v group by 1, 2, 3`,
  )
  const cities = differing(
    'select network_ids, city, country, num_of_members, num_of_places from directory_cities',
    `select network_ids, city, coalesce(country, ''), count(*), count(lat) from directory_facts where city is not null group by 1, 2, 3`,
  )

  const bits = differing(
    `select b.facet, b.value, p.user_id from directory_bits b join directory_places p on p.place / 16384 = b.block
      where get_bit(b.members, p.place % 16384) = 1`,
    'select v.facet, v.value, f.user_id from directory_facts f cross join lateral directory_filter_values(f) v',
  )
  const places = differing(
    'select user_id, name_key from directory_places',
    'select user_id, name_key from directory_facts',
  )
  const stray = `select facet, value from directory_bits where bit_count(members) > (select count(*) from directory_places) or bit_count(members) = 0`

  it('agree with the members of the demo', async () => {
    for (const difference of [facts, facets, cities, bits, places, stray])
      expect(await testServer.sql(difference)).toEqual([])
  })

  it.each(Object.entries(CHANGES))('agree with the members after %s', async (_, change) => {
    const before = await testServer.sql('select * from directory_facts order by user_id')
    await testServer.sql(change)
    expect(await testServer.sql('select * from directory_facts order by user_id')).not.toEqual(before)
    for (const difference of [facts, facets, cities, bits, places, stray])
      expect(await testServer.sql(difference)).toEqual([])
  })
})
