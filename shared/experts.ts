/** Limits, texts and rules of experts: people, firms and software that members recommend. */
import { counted } from '#shared/kit/text.ts'
import { searchContextQuery, type SearchContext } from './search-context.ts'

export const EXPERTS_PER_POST = 10
export const EXPERT_NAME_LENGTH = 100
export const EXPERT_SEARCH_LIMIT = 50
export const RECOMMENDATION_LENGTH = 5_000
export const USER_RECOMMENDATIONS_PAGE = 25
export const MAX_DEAL_RECOMMENDERS = 6
export const AFFILIATION_LENGTH = 200
export const COMPANY_TYPES_LIMIT = 100
export const COMPANY_PEOPLE_LIMIT = 100
export const MENTIONS_PAGE = 25
export const PREVIEW_LIMIT = 8
export const ALIKE_LIMIT = 5
export const CONNECTION_DAYS = 30
export const CONNECTION_MESSAGE_LENGTH = 1_000
export const DEAL_TEXT_LENGTH = 200
export const DEAL_DESCRIPTION_LENGTH = 1_000
export const DEAL_EMAILS = 5
export const DEALS_PAGE = 25
export const MERGE_REASON_LENGTH = 500
export const MERGE_UNDO_DAYS = 30

/** Price bands relative to other experts of the same kind, used as a filter. 0 means unknown. */
export const PRICES = [
  { index: 1, name: 'Modest' },
  { index: 2, name: 'Moderate' },
  { index: 3, name: 'High' },
  { index: 4, name: 'Very high' },
] as const

export const EXPERT_TYPES = ['individual', 'company', 'software'] as const
export type ExpertType = (typeof EXPERT_TYPES)[number]

export const EXPERT_TYPE_LABELS: Record<ExpertType, string> = {
  individual: 'Individual',
  company: 'Business',
  software: 'Software',
}

export const EXPERT_REQUIRED = 'Please select an expert to recommend.'
export const EXPERTISE_REQUIRED = 'Please add at least one expertise to this recommendation.'
export const COMPANY_REQUIRED = 'Please add a company for the new expert.'
export const MESSAGE_REQUIRED = 'Please add a message to this recommendation.'

export interface DealText {
  short_text: string
  platform_description: string
  vendor_first_name?: string | null
  vendor_emails: readonly string[]
  show_in_thread_details: boolean
  show_in_vendor_page: boolean
}

/** What is wrong with an offer written by staff, and in which field; undefined if nothing is. */
export function dealProblem(deal: DealText): { field: string; message: string } | undefined {
  const tooLong = (field: 'short_text' | 'platform_description' | 'vendor_first_name', what: string, most: number) => {
    const length = [...(deal[field]?.trim() ?? '')].length
    return length > most
      ? {
          field,
          message: `${what} is ${length.toLocaleString('en-US')} characters long. The limit is ${most.toLocaleString('en-US')}.`,
        }
      : undefined
  }
  if (deal.short_text.trim() === '') return { field: 'short_text', message: 'Describe the offer in one sentence.' }
  const addresses = deal.vendor_emails.map((address) => address.trim())
  const strange = addresses.find(
    (address) => address.length > 254 || !/^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$/.test(address),
  )
  return (
    tooLong('short_text', 'The offer', DEAL_TEXT_LENGTH) ??
    tooLong('platform_description', 'The description', DEAL_DESCRIPTION_LENGTH) ??
    tooLong('vendor_first_name', 'The first name', EXPERT_NAME_LENGTH) ??
    (addresses.length > DEAL_EMAILS
      ? { field: 'vendor_emails', message: `You can add up to ${DEAL_EMAILS} addresses.` }
      : undefined) ??
    (strange === undefined
      ? undefined
      : { field: 'vendor_emails', message: `“${strange}” isn’t a valid email address. Correct or remove it.` })
  )
}

/** The weight of a recommendation in another subject than the requested one, relative to one in it. */
export const OTHER_MATTER_WEIGHT_PERCENT = 20

export interface AccessLevel {
  num_of_members: number
  num_of_companies: number
  num_of_disclosed: number
  num_of_newcomers: number
  last_recommended_at: string | null
}

/** Why an expert is ranked where it is, in one sentence; null without recommendations. `last` is a month in words. */
export function standingInWords(standing: AccessLevel, last: string | null, type: ExpertType): string | null {
  const { num_of_members, num_of_companies, num_of_disclosed, num_of_newcomers } = standing
  if (num_of_members === 0) return null
  const by = `Recommended by ${counted(num_of_members, 'member')}`
  const of = num_of_members > 1 ? ` from ${counted(num_of_companies, 'company', 'companies')}` : ''
  const when = last === null ? '' : num_of_members > 1 ? `, most recently in ${last}` : `, in ${last}`
  const whom = type === 'individual' ? 'them' : type === 'company' ? 'the firm' : 'its maker'
  const notes = [
    num_of_disclosed > 0 && `${num_of_disclosed} disclosed a business relationship with ${whom}`,
    num_of_newcomers > 0 && `${num_of_newcomers} joined less than a year ago`,
  ].filter(Boolean)
  return [`${by}${of}${when}`, ...notes].join('; ')
}

/** The URL of an expert's page, with the search context. */
export const expertPath = (id: number, context: SearchContext = {}): string =>
  `/experts/${id}${searchContextQuery(context)}`

/** Splits on whitespace and uses only the first two words: "Ada Maria Lopez" becomes Ada Maria. */
export function personName(name: string): { first_name: string; last_name: string | null } {
  const [first_name = '', last_name = null] = name.trim().split(/\s+/)
  return { first_name, last_name }
}

const LEGAL_FORMS = new Set(
  'llp llc lp plc pllc pc pa inc incorporated corp corporation co company ltd limited gmbh mbh kg kgaa ag se sa sas sarl srl spa bv nv ab as asa oy oyj aps pty pte kk sro zoo'.split(
    ' ',
  ),
)

/** The key for matching names: without case, accents, punctuation and a firm's legal form. */
export function normalisedName(name: string, type: ExpertType = 'company'): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('ß', 'ss')
    .replaceAll(/[.'’]/g, '')
    .replaceAll(/[&+]/g, ' and ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  if (type !== 'individual') while (words.length > 1 && LEGAL_FORMS.has(words.at(-1)!)) words.pop()
  return words.join(' ')
}

/** The host that identifies a firm; null if `website` is not a website address. */
export function websiteHost(website: string | null | undefined): string | null {
  const given = website?.trim() ?? ''
  const address = /^https?:\/\//i.test(given) ? given : `https://${given}`
  if (given === '' || /\s/.test(given) || !URL.canParse(address)) return null
  const host = new URL(address).hostname.replace(/^www\./, '')
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/.test(host) ? host : null
}

/** Mirrors the server's check of an expert's name: the problem as a sentence; null if it can be sent. */
export function expertNameProblem(name: string): string | null {
  const length = name.trim().length
  if (normalisedName(name) === '') return 'Enter a name.'
  if (length > EXPERT_NAME_LENGTH) return `The name is ${length} characters long. The limit is ${EXPERT_NAME_LENGTH}.`
  return null
}

/** A new expert as entered by a member. */
export interface NamedExpert {
  type: ExpertType
  name: string
  company: string
  /** The company with that name, if it already exists. */
  company_id: number | null
  website: string
}

export const NO_WEBSITE = 'That isn’t a valid website address. Enter one like example.com, or leave it blank.'

/** What is missing from a new expert, and in which field; null if it can be sent. */
export function newExpertProblem({ type, name, company, website }: NamedExpert) {
  const wrong = expertNameProblem(name)
  if (wrong !== null) return { field: 'expert', message: wrong } as const
  const ofCompany = type !== 'individual' ? null : company.trim() === '' ? COMPANY_REQUIRED : expertNameProblem(company)
  const message = ofCompany ?? (website.trim() !== '' && websiteHost(website) === null ? NO_WEBSITE : null)
  return message === null ? null : ({ field: 'company', message } as const)
}

/** "2 agree, 1 disagrees": members' votes on an expert; empty without votes. */
export const votesInWords = (up: number, down: number): string =>
  [up > 0 && counted(up, 'agrees', 'agree'), down > 0 && counted(down, 'disagrees', 'disagree')]
    .filter(Boolean)
    .join(', ')

/** A new expert as input for operations: the name is split, the company is an id if it already exists. */
export function newExpertInput({ type, name, company, company_id, website }: NamedExpert) {
  const isPerson = type === 'individual'
  const site = website.trim()
  const place = isPerson ? company.trim() : name.trim()
  return {
    expert: { new_expert: { name: name.trim(), type, ...(isPerson && personName(name)) } },
    company:
      isPerson && company_id !== null
        ? { existing_company: company_id }
        : { new_company: { name: place, ...(site !== '' && { website: site }) } },
  }
}
