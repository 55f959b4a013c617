/** Networks, lists and members of the large dataset. */
import { ACCESS_KINDS } from '#shared/network-access.ts'
import { STAFF, UNTIL, type Plan, type Step } from './large-plan.ts'

const listed = (words: string) => `array['${words.split(' ').join("','")}']`

const FIRST_NAMES = listed(
  'Ada Ahmed Akiko Alma Amit Ana Anton Aoife Arne Asha Beata Benoit Bola Carla Chen Clara Dario Deniz Dora Eduardo Elif Emeka Erik Esther Farah Felix Freya Gita Goran Greta Hana Hugo Idris Ines Ivan Jana Javier Joan Jonas Kavya Kofi Lars Leila Lena Lin Luca Maja Malik Marta Mateo Milan Mina Nadia Naomi Nils Nkechi Olga Omar Oscar Pedro Petra Pia Rahul Rosa Ryo Sana Selma Simon Stella Sven Tala Tariq Thea Timo Uma Vera Viktor Wanda Yara Yusuf Zara Zoran',
)
const LAST_NAMES = listed(
  'Abara Adler Aldana Almeida Amari Andrade Arslan Bakker Balogun Barros Becker Bianchi Bruun Castillo Chandra Chowdhury Coelho Dalgaard Danso Delacroix Demir Dvorak Ekberg Eriksen Farouk Fischer Fontaine Garrido Ghosh Gruber Haas Halvorsen Hassan Horvat Ibrahim Ito Jansen Jovanovic Kaplan Karimi Keita Kimura Kovacs Laurent Lehmann Lombardi Machado Maier Mensah Molina Moreau Mwangi Nair Navarro Ndiaye Novak Oduya Olsen Osei Park Pereira Petrov Popescu Quist Ramos Rao Rossi Sato Schmitt Serrano Silva Sorensen Suzuki Takeda Toure Urban Varga Vogel Weber Yilmaz Zeller Zielinski',
)
const TITLES = `array['General Counsel','Deputy General Counsel','Head of Legal','Chief Financial Officer','Finance Director','Group Controller','Treasurer','Chief Operating Officer','Company Secretary','Head of Compliance']`
const CITIES = `array['Amsterdam','Austin','Berlin','Boston','Chicago','Dublin','Lagos','London','Madrid','Milan','Mumbai','Nairobi','New York','Oslo','Paris','San Francisco','Singapore','Sydney','Tokyo','Toronto']`

const idsOf = (table: string) => `select array_agg(id order by id) as ids from ${table}`
const pick = (list: string, n: string, choice: number) =>
  `(${list})[1 + floor(pg_temp.draw(${n}, ${choice}) * cardinality(${list}))::integer]`

export const communitySteps = ({ members, networks }: Plan): Step[] => [
  [
    'Networks',
    `insert into disciplines (type, name, team_name) values
       ('legal', 'Legal', 'Legal team'), ('finance', 'Finance', 'Finance team'), ('executive', 'Executive', 'Leadership team');
     insert into peer_networks (slug, discipline_id, theme, display_name)
       select 'network-' || n, d.id, (array['legal','cfo','executive','thesuite'])[1 + (n - 1) % 4], 'Network ' || n
       from generate_series(1, ${networks}) n
       join disciplines d on d.type = (array['legal','finance','executive','executive'])[1 + (n - 1) % 4] order by n;
     insert into network_access (kind, from_network_id, to_network_id)
       select kind, n.id, n.id from peer_networks n cross join unnest(array['${ACCESS_KINDS.join("','")}']) kind;
     -- Each network asks its neighbour for recommendations; every third also reads what the largest discusses.
     insert into network_access (kind, from_network_id, to_network_id)
       select 'recommendation_request', n.id, n.id - 1 from peer_networks n where n.id > 1
       union all select kind, n.id, 1 from peer_networks n cross join unnest(array['discussion','poll']) kind where n.id % 3 = 0;
     insert into geographies (name) select 'Region ' || n from generate_series(1, 10) n order by n;
     insert into geographies (name, parent_tag_id) select 'Place ' || n, 1 + n % 10 from generate_series(1, 90) n order by n;
     insert into areas_of_expertise (name) select 'Area ' || n from generate_series(1, 60) n order by n;`,
  ],
  [
    'Members',
    `insert into companies (name, num_of_employees, stage, type_id, industry_ids)
       select 'Company ' || n, (array['51-200','201-500','501-1,000','1,001-5,000'])[1 + n % 4], (array['Seed','Series B','Public'])[1 + n % 3],
         t.ids[1 + n % cardinality(t.ids)], array[i.ids[1 + n % cardinality(i.ids)]]
       from generate_series(1, greatest(1, ${members} / 3)) n, (${idsOf('business_types')}) t, (${idsOf('industries')}) i order by n;
     insert into users (first_name, last_name, email, email_verified, title, company_id, bio, city, lat, long, current_state,
         suspended, registered, on_boarding_complete, date_joined, last_online_at, shown_online_until)
       select ${pick(FIRST_NAMES, 'n', 1)}, ${pick(LAST_NAMES, 'n', 2)}, 'member-' || n || '@large.test', true,
         ${pick(TITLES, 'n', 3)}, 1 + floor(pg_temp.draw(n, 4) * greatest(1, ${members} / 3))::bigint,
         'Has worked in house for ' || 2 + floor(pg_temp.draw(n, 5) * 28) || ' years.', ${pick(CITIES, 'n', 6)},
         30 + 30 * pg_temp.draw(n, 14), -120 + 240 * pg_temp.draw(n, 15),
         case when pg_temp.draw(n, 7) < 0.9 then 'full access' when pg_temp.draw(n, 7) < 0.93 then 'trial'
           when pg_temp.draw(n, 7) < 0.95 then 'onboarding' when pg_temp.draw(n, 7) < 0.98 then 'expired' else 'not joined' end,
         pg_temp.draw(n, 8) < 0.005, true, true,
         ${UNTIL} - pg_temp.draw(n, 9) * interval '5 years',
         ${UNTIL} - pg_temp.draw(n, 10) ^ 4 * interval '300 days',
         -- Stays online, however old the set is.
         case when pg_temp.draw(n, 16) < 0.01 then ${UNTIL} + interval '10 years' end
       from generate_series(1, ${members}) n order by n;
     update profiles p set
       area_of_expertise_ids = array(select distinct 1 + floor(pg_temp.draw(p.user_id * 8 + k, 17) ^ 2 * 60)::bigint from generate_series(1, 4) k order by 1),
       industry_ids = array[i.ids[1 + floor(pg_temp.draw(p.user_id, 18) ^ 2 * cardinality(i.ids))::integer]],
       interest_ids = array[n.ids[1 + floor(pg_temp.draw(p.user_id, 19) * cardinality(n.ids))::integer]],
       chapter_id = c.ids[1 + floor(pg_temp.draw(p.user_id, 91) ^ 2 * cardinality(c.ids))::integer],
       law_school_id = case when pg_temp.draw(p.user_id, 92) < 0.6 then s.ids[1 + floor(pg_temp.draw(p.user_id, 93) ^ 2 * cardinality(s.ids))::integer] end
     from (${idsOf('industries')}) i, (${idsOf('interests')}) n, (${idsOf('chapters')}) c, (${idsOf('law_schools')}) s;
     insert into users (first_name, last_name, email, email_verified, current_state, is_staff, registered, on_boarding_complete)
       select 'Staff', 'Number ' || n, 'staff-' || n || '@large.test', true, 'full access', true, true, true from generate_series(1, ${STAFF}) n order by n;
     insert into staff_grants (user_id, role) select id, 'owner' from users where is_staff;`,
  ],
  [
    'Memberships',
    // The first network is about eight times the size of the last. Most members belong to one network, a few to all.
    `insert into peer_network_memberships (user_id, peer_network_id, is_primary, joined_at)
       select user_id, network_id, place = 1, date_joined
       from (
         select u.id as user_id, n.id as network_id, u.date_joined,
           row_number() over (partition by u.id order by -ln(1 - pg_temp.draw(u.id * 100 + n.id, 11)) * n.id, n.id) as place,
           case when pg_temp.draw(u.id, 12) < 0.70 then 1 when pg_temp.draw(u.id, 12) < 0.88 then 2
             when pg_temp.draw(u.id, 12) < 0.955 then 3
             when pg_temp.draw(u.id, 12) < 0.993 then least(${networks}, 4 + floor(pg_temp.draw(u.id, 13) * 4)::integer)
             else ${networks} end as held
         from users u cross join peer_networks n) drawn
       where place <= held order by user_id, place;
     select refresh_member_counts();
     create temp table places as
       select peer_network_id as network_id, user_id, row_number() over (partition by peer_network_id order by user_id) - 1 as place
       from peer_network_memberships join users on id = user_id where current_state in ('full access', 'trial', 'expired');
     create temp table sizes as select network_id, count(*) as members from places group by network_id;
     analyze; analyze places; analyze sizes;`,
  ],
]
