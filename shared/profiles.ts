/** Limits, words and rules of profiles and of the directory, used by server and browser alike. */

export const NAME_LENGTH = 100
export const TITLE_LENGTH = 150
export const PLACE_LENGTH = 100
export const BAR_NUMBER_LENGTH = 50
export const BAR_QUALIFICATIONS = 60
/** Of any list that a member chooses several of. */
export const CHOICES = 30
export const LARGEST_NUMBER = 10_000_000

export const DIRECTORY_PAGE = 80
export const CONNECTIONS = 6
export const NEW_MEMBERS = 12
export const COMPANY_LOOKUP = 100
export const FOLLOW_LIST = 500
export const DIRECTORY_SEARCHES = 20
export const SEARCH_NAME_LENGTH = 100

export const ONLINE_MINUTES = 5
export const SURVEY_AGAIN_DAYS = 365
export const SURVEY_CANCELLED_DAYS = 30

export const OLDEST_YEAR = 1950
/** From the current year down to 1950. */
export const yearsList = (now: Date): number[] =>
  Array.from({ length: now.getUTCFullYear() - OLDEST_YEAR + 1 }, (_, index) => now.getUTCFullYear() - index)

export const COMPANY_SIZES = [
  '1-10',
  '11-50',
  '51-200',
  '201-500',
  '501-1,000',
  '1,001-5,000',
  '5,001-10,000',
  '10,001+',
] as const

/** How a company is funded: what "similar funds" compares. */
export const COMPANY_STAGES = [
  'Bootstrapped',
  'Seed',
  'Series A or B',
  'Series C or later',
  'Private equity owned',
  'Privately held',
  'Family owned',
  'Publicly traded',
  'State owned',
  'Non-profit',
] as const

export const GENDER_IDENTITIES = ['Woman', 'Man', 'Non-binary', 'Another identity', 'Prefer not to say'] as const

export const CONNECTION_SORTS = [
  'most_relevant',
  'nearest_members',
  'similar_company_size',
  'similar_funds',
  'similar_industry',
] as const
export type ConnectionSort = (typeof CONNECTION_SORTS)[number]
export const CONNECTION_SORT_WORDS: Record<ConnectionSort, string> = {
  most_relevant: 'Most in common',
  nearest_members: 'Nearest',
  similar_company_size: 'Company size',
  similar_funds: 'Funding',
  similar_industry: 'Industry',
}

const TWITTER = /^(https?:\/\/)?(www\.)?(twitter|x)\.com\/[A-Za-z0-9_]{1,30}\/?$/i
const LINKEDIN = /^(https?:\/\/)?([a-z0-9-]+\.)?linkedin\.com\/(pub|in|profile)\/[^\s]+$/i

export const isTwitterLink = (link: string): boolean => TWITTER.test(link.trim())
export const isLinkedinLink = (link: string): boolean => LINKEDIN.test(link.trim())

const counted = (length: number) => length.toLocaleString('en-US')

/** What is wrong with a text of a form, as a sentence; null when it fits. */
export function lengthProblem(what: string, text: string, most: number): string | null {
  const { length } = [...text]
  return length > most ? `${what} is ${counted(length)} characters long. The limit is ${counted(most)}.` : null
}

export const TWITTER_PROBLEM = 'Enter the address of an X (Twitter) profile, such as x.com/name.'
export const LINKEDIN_PROBLEM = 'Enter the address of a LinkedIn profile, such as linkedin.com/in/name.'

export const yearProblem = (year: number, now: Date): string | null =>
  year < OLDEST_YEAR || year > now.getUTCFullYear()
    ? `Enter a year from ${OLDEST_YEAR} to ${now.getUTCFullYear()}.`
    : null

export const MEMBER_SECTIONS = ['Interactions', 'Upvotes'] as const
export type MemberSection = (typeof MEMBER_SECTIONS)[number]
