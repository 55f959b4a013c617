/** The demo members' profiles, with list entries by name, and who follows whom. */
import type { ClientBase } from 'pg'
import { people, requirePerson, type PersonSeed } from './demo-members.ts'
import { seededRandom } from './seeded-random.ts'
import type { Row, Rows } from './community-rows.ts'
import { areasOfExpertise, type Area } from './networks.ts'
import { cities } from './people.ts'
import {
  ADDITIONAL,
  AREAS,
  COMPANIES,
  COUNTRIES,
  INTERESTS,
  PRACTICES,
  RESPONSIBILITIES,
  US_CHAPTERS,
} from './profile-facts.ts'

const DAY = 86_400_000

/** A random selection of a list, always the same for the same name. */
function some<T>(list: readonly T[], name: string, howMany: number): T[] {
  return list
    .map((item, index) => ({ item, weight: seededRandom(`${name} ${index}`) }))
    .sort((a, b) => a.weight - b.weight)
    .slice(0, howMany)
    .map(({ item }) => item)
}

const factsOf = (company: string) => COMPANIES.find(([match]) => match.test(company)) ?? COMPANIES.at(-2)!

const STATUSES: Record<string, string> = {
  helen: 'Hiring a legal operations lead',
  priya: 'On leave until the 14th',
  marcus: 'In a closing; answers are short',
  camille: 'Paris breakfast is on the 9th',
  samuel: 'Closing the year',
  ingrid: 'On the terminals this week',
}

const PRONOUNS: Record<string, string> = {
  helen: 'she/her',
  marcus: 'he/him',
  camille: 'elle',
  ingrid: 'she/they',
}

/** What members say of themselves besides the areas drawn for them. */
const ALSO_KNOWS: Record<string, readonly Area[]> = { priya: ['Antitrust'] }

function profileOf(person: PersonSeed, now: Date): Row {
  const { key, city, company, networks, startedProfession, state = 'full access' } = person
  const [region, country] = cities[city]
  const home = COUNTRIES[country] ?? COUNTRIES['United Kingdom']!
  const [, industry] = factsOf(company)
  const chapter = home.chapter || US_CHAPTERS[city] || 'Midwest'
  const lawyer = networks.includes('legal') && !['grace', 'tessa', 'ruth'].includes(key)
  const said = state !== 'not joined' && state !== 'onboarding'
  const pool = [...new Set(networks.flatMap((slug) => AREAS[slug]))]
  return {
    key,
    id: requirePerson(key).id,
    employment: key === 'daniel' ? 'Fractional or interim' : key === 'frank' ? 'Retired' : 'Employed full time',
    chapter: said ? chapter : null,
    chapters: said ? [chapter, ...(seededRandom(`${key} chapter`) < 0.3 ? ['New York', 'United Kingdom'] : [])] : [],
    interests: said ? some(INTERESTS, `${key} interest`, 3) : [],
    industries: said ? [industry] : [],
    groups: said
      ? some(
          [
            'Industrials and manufacturing',
            'Energy and resources',
            'Financial services',
            'Technology and telecoms',
            'Consumer and retail',
            'Transport and logistics',
          ],
          `${key} group`,
          1,
        )
      : [],
    areas: said
      ? [...some(pool.length > 0 ? pool : areasOfExpertise, `${key} area`, 4), ...(ALSO_KNOWS[key] ?? [])]
      : [],
    practice: lawyer && said ? some(PRACTICES, `${key} practice`, 1)[0] : null,
    school: lawyer && said ? some(home.schools, `${key} school`, 1)[0] : null,
    firm: lawyer && said ? some(home.firms, `${key} firm`, 1)[0] : null,
    firms: lawyer && said ? some(home.firms, `${key} firm`, 2) : [],
    inhouse:
      lawyer && said
        ? Math.min(startedProfession + 4 + Math.floor(6 * seededRandom(`${key} inhouse`)), now.getUTCFullYear())
        : null,
    responsibilities: lawyer && said ? some(RESPONSIBILITIES, `${key} responsibility`, 4) : [],
    additional: lawyer && said ? some(ADDITIONAL, `${key} additional`, seededRandom(key) < 0.5 ? 1 : 0) : [],
    status: STATUSES[key] ?? null,
    pronouns: PRONOUNS[key] ?? null,
    linkedin: seededRandom(`${key} linked`) < 0.7 ? `https://linkedin.com/in/${key}-demo` : null,
    reports: networks.some((slug) => slug !== 'legal') ? 3 + Math.floor(9 * seededRandom(`${key} reports`)) : null,
    due: new Date(now.getTime() + (key === 'helen' ? -3 : 300 * seededRandom(`${key} due`)) * DAY),
    bar: lawyer && said ? home.bar || region : null,
    passed: startedProfession,
  }
}

export function followRows(now: Date): Rows {
  const shown = people.filter(({ state = 'full access', suspended }) => state === 'full access' && !suspended)
  return {
    user_follows: shown.flatMap((person) => {
      const met = shown.filter(
        (other) => other !== person && other.networks.some((slug) => person.networks.includes(slug)),
      )
      return some(met, `${person.key} follows`, person.key === 'helen' ? 7 : 4).map((other) => ({
        user_id: requirePerson(person.key).id,
        followed_user_id: requirePerson(other.key).id,
        created_at: new Date(now.getTime() - DAY * (1 + 200 * seededRandom(`${person.key} ${other.key}`))),
      }))
    }),
  }
}

const ids = (table: string, names: string) =>
  `array(select x.id from ${table} x where x.name = any(array(select jsonb_array_elements_text(${names}))) order by x.name)`
const id = (table: string, name: string) => `(select x.id from ${table} x where x.name = ${name})`

/** Runs after the people are inserted: their empty profiles already exist. */
export async function seedProfiles(client: ClientBase, now: Date): Promise<void> {
  const rows = JSON.stringify(people.map((person) => profileOf(person, now)))
  const said = `jsonb_to_recordset($1::jsonb) as s(id bigint, employment text, chapter text, chapters jsonb, interests jsonb, industries jsonb, groups jsonb,
    areas jsonb, practice text, school text, firm text, firms jsonb, inhouse integer, responsibilities jsonb, additional jsonb, status text, pronouns text, linkedin text,
    reports integer, due timestamptz, bar text, passed integer)`
  await client.query(
    `update profiles p set employment_status_id = ${id('employment_statuses', 's.employment')}, chapter_id = ${id('chapters', 's.chapter')},
      live_event_chapter_ids = ${ids('chapters', 's.chapters')}, interest_ids = ${ids('interests', 's.interests')},
      industry_ids = ${ids('industries', 's.industries')}, industry_group_ids = ${ids('industry_groups', 's.groups')},
      area_of_expertise_ids = ${ids('areas_of_expertise', 's.areas')}, previous_practice = s.practice,
      law_school_id = ${id('law_schools', 's.school')}, recent_law_firm_id = ${id('law_firms', 's.firm')}, law_firm_ids = ${ids('law_firms', 's.firms')},
      year_started_inhouse = s.inhouse, area_of_responsibility_ids = ${ids('areas_of_responsibility', 's.responsibilities')},
      additional_area_ids = ${ids('additional_areas', 's.additional')}
    from ${said} where p.user_id = s.id`,
    [rows],
  )
  await client.query(
    `update users u set status = s.status, pronouns = s.pronouns, linkedin = s.linkedin, num_of_direct_reports = s.reports, next_profile_update_date = s.due from ${said} where u.id = s.id`,
    [rows],
  )
  await client.query(
    `insert into bar_qualifications (user_id, state, bar_number, year_passed, upload_date)
    select s.id, s.bar, (100000 + s.id * 37)::text, s.passed, now() - interval '90 days' from ${said} where s.bar is not null order by s.id`,
    [rows],
  )
  const companies = [...new Set(people.map(({ company }) => company))].map((name) => {
    const [, industry, type, stage] = factsOf(name)
    return {
      name,
      industry,
      type,
      stage,
      lawyers: 1 + Math.floor(30 * seededRandom(`${name} lawyers`)),
      finance: 4 + Math.floor(90 * seededRandom(`${name} finance`)),
    }
  })
  await client.query(
    `update companies c set stage = s.stage, type_id = ${id('business_types', 's.type')}, industry_ids = array[${id('industries', 's.industry')}],
      business_model_ids = array[${id('business_models', "'Business to business'")}], num_of_lawyers = s.lawyers, num_of_financial_employees = s.finance
    from jsonb_to_recordset($1::jsonb) as s(name text, industry text, type text, stage text, lawyers integer, finance integer) where c.name = s.name`,
    [JSON.stringify(companies)],
  )
  await client.query('select refresh_profiles(array(select id from users))')
  await client.query(
    'update profiles p set listed_at = u.date_joined from users u where u.id = p.user_id and p.is_listed',
  )
  await client.query('select refresh_directory_facts(array(select user_id from profiles))')
}
