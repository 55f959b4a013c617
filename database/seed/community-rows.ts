/**
 * Networks, reference lists and members as rows. Ids are positions in the lists, so they are the same in every demo.
 */
import { people, type PersonSeed } from './demo-members.ts'
import { seededRandom } from './seeded-random.ts'
import { areasOfExpertise, disciplines, geographies, networkAccess, networks, type NetworkSlug } from './networks.ts'
import { cities } from './people.ts'

export type Row = Record<string, unknown>
export type Rows = Record<string, Row[]>

export const DAY = 24 * 60 * 60_000

const placeOf = <T>(list: readonly T[], found: (item: T) => boolean) => {
  const index = list.findIndex(found)
  if (index < 0) throw new Error('The demo names something that is not in its lists.')
  return index + 1
}
export const networkId = (slug: NetworkSlug) => placeOf(networks, (network) => network.slug === slug)
export const areaId = (name: string) => placeOf(areasOfExpertise, (area) => area === name)
export const geographyId = (name: string) => placeOf(geographies, ([geography]) => geography === name)

export function referenceRows(): Rows {
  return {
    disciplines: disciplines.map((discipline, index) => ({ id: index + 1, ...discipline })),
    peer_networks: networks.map(({ discipline, ...network }, index) => ({
      id: index + 1,
      discipline_id: placeOf(disciplines, ({ type }) => type === discipline),
      ...network,
    })),
    network_access: networkAccess.map(({ kind, from, to }) => ({
      kind,
      from_network_id: networkId(from),
      to_network_id: networkId(to),
    })),
    geographies: geographies.map(([name, parent], index) => ({
      id: index + 1,
      name,
      parent_tag_id: parent === undefined ? null : geographyId(parent),
    })),
    areas_of_expertise: areasOfExpertise.map((name, index) => ({ id: index + 1, name })),
  }
}

const companies = [...new Set(people.map(({ company }) => company))]
const SIZES = ['51-200', '201-500', '501-1,000', '1,001-5,000', '5,001-10,000']

export function peopleRows(now: Date, passwordHash: string): Rows {
  const ago = (days: number) => new Date(now.getTime() - days * DAY)
  return {
    companies: companies.map((name, index) => ({
      id: index + 1,
      name,
      num_of_employees: SIZES[Math.floor(seededRandom(name) * SIZES.length)],
    })),
    users: people.map((person, index) => userRow(person, index + 1, now)),
    peer_network_memberships: people.flatMap((person, index) =>
      person.networks.map((slug, place) => ({
        user_id: index + 1,
        peer_network_id: networkId(slug),
        is_primary: place === 0,
        joined_at: ago(person.joinedDaysAgo * (1 - place / 4)),
      })),
    ),
    staff_grants: people.flatMap(({ staff, joinedDaysAgo }, index) =>
      staff ? { user_id: index + 1, role: 'owner', granted_at: ago(joinedDaysAgo) } : [],
    ),
    accounts: people.flatMap(({ account, joinedDaysAgo }, index) =>
      account
        ? {
            id: index + 1,
            user_id: index + 1,
            account_id: String(index + 1),
            provider_id: 'credential',
            password: passwordHash,
            created_at: ago(joinedDaysAgo),
            updated_at: ago(joinedDaysAgo),
          }
        : [],
    ),
  }
}

function userRow(person: PersonSeed, id: number, now: Date): Row {
  const state = person.state ?? 'full access'
  const settled = state === 'full access' || state === 'expired'
  const [region, country, lat, long, time_zone] = cities[person.city]
  const inDays = (days: number) => new Date(now.getTime() + days * DAY)
  const { first_name, last_name, email, title, key } = person
  return {
    id,
    first_name,
    last_name,
    email,
    title,
    email_verified: state !== 'not joined',
    company_id: companies.indexOf(person.company) + 1,
    bio: person.bio === '' ? null : person.bio,
    last_online_at: state === 'not joined' ? null : inDays(-0.01 - 9 * seededRandom(`${key} online`) ** 4),
    city: person.city,
    state: region,
    country,
    lat,
    long,
    year_started_profession: person.startedProfession,
    current_state: state,
    suspended: person.suspended ?? false,
    is_staff: person.staff ?? false,
    registered: state !== 'not joined',
    on_boarding_complete: settled || state === 'trial',
    current_onboarding_step: state === 'onboarding' ? 'agreement' : null,
    membership_agreement_accepted: settled || state === 'trial',
    terms_of_service_accepted: state !== 'not joined',
    privacy_policy_accepted: state !== 'not joined',
    trial_end_date: state === 'trial' ? inDays(18) : null,
    full_access_exp_date:
      state === 'expired' ? inDays(-1) : settled ? inDays(30 + Math.floor(320 * seededRandom(key))) : null,
    date_joined: inDays(-person.joinedDaysAgo),
    updated_at: inDays(-person.joinedDaysAgo * seededRandom(`${key} updated`)),
    nominator_name: state === 'trial' || state === 'onboarding' ? 'Helen Marsh' : null,
    onboarding_checklist_completed: settled,
    time_zone,
    listserv_email_preference: 'default',
    onboarding_checklist_times_closed: 0,
  }
}
