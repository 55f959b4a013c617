/** Lists that an owner can take over ready-made when setting up a community. */
import type { ReferenceListKey } from './reference-lists.ts'

export type DisciplineKey = 'legal' | 'finance' | 'executive'

/** In the order of the page. Those without entries here are in every database, and are kept or retired. */
export const READY_LISTS = [
  'areas_of_expertise',
  'chapters',
  'geographies',
  'industries',
  'event_categories',
  'interests',
  'law_schools',
  'law_firms',
] as const satisfies readonly ReferenceListKey[]
export type ReadyList = (typeof READY_LISTS)[number]

/** Offered, and not ticked, where the list means little to the discipline. */
export const isUsualFor = (list: ReadyList, discipline: DisciplineKey): boolean =>
  discipline === 'legal' || (list !== 'law_schools' && list !== 'law_firms')

const AREAS: Record<DisciplineKey, readonly string[]> = {
  legal: [
    'Anti-corruption',
    'Antitrust',
    'Artificial intelligence',
    'Board and governance',
    'Commercial contracts',
    'Compliance programs',
    'Consumer protection',
    'Corporate secretary',
    'Cybersecurity',
    'Data protection',
    'Disputes and arbitration',
    'Employment',
    'Environment and climate',
    'Equity and incentive plans',
    'Ethics and whistleblowing',
    'Financing',
    'Government affairs',
    'Health and safety',
    'Insurance',
    'Intellectual property',
    'Internal investigations',
    'International trade and sanctions',
    'Legal operations',
    'Litigation',
    'Mergers and acquisitions',
    'Outside counsel and fees',
    'Procurement and supply chain',
    'Product counseling',
    'Product liability',
    'Public company reporting',
    'Real estate',
    'Regulatory affairs',
    'Restructuring',
    'Risk management',
    'Tax',
    'Team and hiring',
  ],
  finance: [
    'Accounting policy',
    'Annual budget',
    'Audit and auditors',
    'Banking relationships',
    'Billing and collections',
    'Board reporting',
    'Business partnering',
    'Capital allocation',
    'Cash forecasting',
    'Close and consolidation',
    'Commissions and incentives',
    'Compensation and equity',
    'Cost reduction',
    'Credit and covenants',
    'Currency and hedging',
    'Cybersecurity and fraud',
    'Data and analytics',
    'Debt and financing',
    'ERP and finance systems',
    'Financial planning',
    'Fundraising',
    'Insurance and risk',
    'Internal controls',
    'International entities',
    'Inventory and supply chain',
    'Investor relations',
    'Mergers and acquisitions',
    'Payroll and benefits',
    'Pricing',
    'Procurement',
    'Public company reporting',
    'Real estate and leases',
    'Revenue recognition',
    'Sales tax and VAT',
    'Sustainability reporting',
    'Tax planning',
    'Team and hiring',
    'Transfer pricing',
    'Treasury',
    'Working capital',
  ],
  executive: [
    'Acquisitions',
    'Artificial intelligence',
    'Board relations',
    'Brand and reputation',
    'Budget and planning',
    'Business continuity',
    'Change management',
    'Compensation',
    'Crisis management',
    'Culture',
    'Customer experience',
    'Cybersecurity',
    'Data and analytics',
    'Digital products',
    'Executive hiring',
    'Family and founder owners',
    'Fundraising',
    'Go-to-market',
    'Governance',
    'International expansion',
    'Investor relations',
    'Leadership development',
    'Manufacturing',
    'Office and remote work',
    'Operations',
    'Organization design',
    'Partnerships',
    'Pricing',
    'Procurement',
    'Product strategy',
    'Quality',
    'Sales leadership',
    'Strategy',
    'Succession',
    'Supply chain',
    'Sustainability',
  ],
}

const PLACES: Record<string, readonly string[]> = {
  Africa: ['Egypt', 'Kenya', 'Morocco', 'Nigeria', 'South Africa'],
  'Asia Pacific': [
    'Australia',
    'China',
    'Hong Kong',
    'India',
    'Indonesia',
    'Japan',
    'Malaysia',
    'New Zealand',
    'Singapore',
    'South Korea',
    'Taiwan',
    'Thailand',
    'Vietnam',
  ],
  Europe: [
    'Austria',
    'Belgium',
    'Czechia',
    'Denmark',
    'Finland',
    'France',
    'Germany',
    'Greece',
    'Hungary',
    'Ireland',
    'Italy',
    'Netherlands',
    'Norway',
    'Poland',
    'Portugal',
    'Romania',
    'Spain',
    'Sweden',
    'Switzerland',
    'Türkiye',
    'United Kingdom',
  ],
  'Latin America': ['Argentina', 'Brazil', 'Chile', 'Colombia', 'Mexico', 'Peru'],
  'Middle East': ['Israel', 'Qatar', 'Saudi Arabia', 'United Arab Emirates'],
  'North America': ['Canada', 'United States'],
}

const EVENT_CATEGORIES = ['Annual conference', 'Chapter dinner', 'Roundtable', 'Training', 'Webinar']

export interface ReadyEntry {
  name: string
  parent?: string
}

/** The entries that a list is filled with; of others, those that are in the database. */
export function readyEntries(list: ReadyList, discipline: DisciplineKey): readonly ReadyEntry[] {
  if (list === 'areas_of_expertise') return AREAS[discipline].map((name) => ({ name }))
  if (list === 'event_categories') return EVENT_CATEGORIES.map((name) => ({ name }))
  if (list === 'geographies')
    return Object.entries(PLACES).flatMap(([parent, places]) => [
      { name: parent },
      ...places.map((name) => ({ name, parent })),
    ])
  return []
}
