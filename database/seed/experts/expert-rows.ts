/** Firms, experts, recommendations and offers as rows. */
import { normalisedName, personName } from '#shared/experts.ts'
import { requirePerson } from '#database/seed/demo-members.ts'
import { seededRandom } from '#database/seed/seeded-random.ts'
import { DAY, areaId, geographyId, networkId, type Row, type Rows } from '../community-rows.ts'
import { COMPANY_TYPES, companies, deals, experts, requireExpert } from './directory.ts'
import { markOf } from './marks.ts'
import { placeOf } from './places.ts'
import { recommendations, type RecommendationSeed } from './recommendations.ts'

const companyId = (name: string) => companies.findIndex((company) => company.name === name) + 1
const hostOf = (name: string) => `${normalisedName(name).replaceAll(' ', '-')}.example`
/** Normalizes a name as the database does. */
const plainWords = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ø', 'o')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export function expertRows(now: Date): Rows {
  return {
    company_types: COMPANY_TYPES.map((name, index) => ({ id: index + 1, name })),
    expert_companies: companies.map(({ name, tag_line, about }, index) => ({
      id: index + 1,
      name,
      normalised_name: normalisedName(name),
      website: `https://www.${hostOf(name)}`,
      website_host: hostOf(name),
      logo_url: markOf(name),
      tag_line,
      about,
      created_at: new Date(now.getTime() - 900 * DAY),
    })),
    expert_company_types: companies.map(({ type }, index) => ({
      company_id: index + 1,
      company_type_id: COMPANY_TYPES.indexOf(type) + 1,
    })),
    experts: experts.map(({ name, type, company }, index) => ({
      id: index + 1,
      type,
      name,
      ...(type === 'individual' ? personName(name) : { first_name: null, last_name: null }),
      company_id: companyId(company),
      normalised_name: normalisedName(name, type),
      search_name: plainWords(company === name ? name : `${name} ${company}`),
      price: placeOf(company).price,
      mention_count: 0,
      channels: [],
      created_at: new Date(now.getTime() - 800 * DAY),
    })),
    expert_geographies: experts.flatMap(({ company }, index) =>
      placeOf(company).geographies.map((name) => ({ expert_id: index + 1, geography_id: geographyId(name) })),
    ),
    expert_recommendations: recommendations.map((recommendation, index) =>
      recommendationRow(recommendation, index, now),
    ),
    expert_recommendation_areas: recommendations.map(({ area }, index) => ({
      recommendation_id: index + 1,
      area_of_expertise_id: areaId(area),
    })),
    vendor_deals: deals.map(({ expert, ...deal }, index) => ({
      id: index + 1,
      expert_id: requireExpert(expert),
      logos: [],
      ...deal,
    })),
  }
}

/** Dated after the author joined, with recent dates more likely. */
function recommendationRow({ by, expert, text, affiliation }: RecommendationSeed, index: number, now: Date): Row {
  const author = requirePerson(by)
  const daysAgo = 1 + (author.joinedDaysAgo - 2) * seededRandom(`${by} recommends ${text}`) ** 2
  return {
    id: index + 1,
    expert_id: requireExpert(expert),
    author_id: author.id,
    message: `<p>${text.replaceAll('&', '&amp;')}</p>`,
    cleaned_message: text,
    affiliation: affiliation ?? null,
    pub_date: new Date(now.getTime() - daysAgo * DAY),
    // Recommendation requests in the author's networks: kind 3 of each network.
    channels: author.networks.map((slug) => networkId(slug) * 4 + 3).toSorted((a, b) => a - b),
  }
}

/** Most recommenders have voted for their expert, and a few against. */
export function expertVotes(firstId: number, now: Date): Row[] {
  const votes = new Map<string, Row>()
  for (const { by, expert, text } of recommendations) {
    const draw = seededRandom(`vote ${text}`)
    if (draw > 0.7) continue
    votes.set(`${by} ${expert}`, {
      user_id: requirePerson(by).id,
      entity_type: 'expert',
      entity_id: requireExpert(expert),
      sentiment: draw > 0.04,
      created_at: new Date(now.getTime() - DAY * (1 + 20 * draw)),
    })
  }
  return [...votes.values()].map((vote, index) => ({ id: firstId + index, ...vote }))
}
