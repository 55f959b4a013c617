/** Limits, words and rules of experts: people, firms and software that members recommend. */

export const EXPERTS_PER_POST = 10
export const EXPERT_NAME_LENGTH = 100
export const EXPERT_SEARCH_LIMIT = 50
export const RECOMMENDATION_LENGTH = 5_000
export const USER_RECOMMENDATIONS_PAGE = 25
export const DEAL_RECOMMENDERS = 6

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

/** Split on the first space, of the first two words only: "Ada Maria Lopez" is Ada Maria. */
export function personName(name: string): { first_name: string; last_name: string | null } {
  const [first_name = '', last_name = null] = name.trim().split(/\s+/)
  return { first_name, last_name }
}

const LEGAL_FORMS = new Set(
  'llp llc lp plc pllc pc pa inc incorporated corp corporation co company ltd limited gmbh mbh kg kgaa ag se sa sas sarl srl spa bv nv ab as asa oy oyj aps pty pte kk sro zoo'.split(
    ' ',
  ),
)

/** By what a name is recognised: without case, accents, signs and the legal form of a firm. */
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

/** The host by which a firm is recognised; null when it is no address of a site. */
export function websiteHost(website: string | null | undefined): string | null {
  const given = website?.trim() ?? ''
  const address = /^https?:\/\//i.test(given) ? given : `https://${given}`
  if (given === '' || /\s/.test(given) || !URL.canParse(address)) return null
  const host = new URL(address).hostname.replace(/^www\./, '')
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/.test(host) ? host : null
}

/** What the server would refuse about the name of an expert, as a sentence; null when it can be sent. */
export function expertNameProblem(name: string): string | null {
  const length = name.trim().length
  if (normalisedName(name) === '') return 'Write the name first.'
  if (length > EXPERT_NAME_LENGTH) return `The name is ${length} characters long; the most is ${EXPERT_NAME_LENGTH}.`
  return null
}
