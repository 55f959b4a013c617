/** Limits, texts and paths of badges and community titles, shared by server and browser. */

export const BADGE_TYPES = ['posts', 'replies', 'recommendations', 'tenure', 'staff'] as const
export type BadgeType = (typeof BADGE_TYPES)[number]

/** Labels for staff. Only public acts are counted, so a badge reveals nothing that its viewer could not see anyway. */
export const BADGE_TYPE_LABELS: Record<BadgeType, { label: string; what: string }> = {
  posts: { label: 'Discussions started', what: 'Discussions the member started under their name.' },
  replies: { label: 'Replies', what: 'Group replies under the member’s name.' },
  recommendations: { label: 'Recommendations', what: 'Experts the member recommended.' },
  tenure: { label: 'Years as a member', what: 'How long the member has belonged.' },
  staff: { label: 'Awarded by staff', what: 'Awarded by staff. Nothing is counted.' },
}

export const TIERS = 3
export const BADGE_DESCRIPTION_LENGTH = 100
/** Limits of `num_required` (acts) and `duration` (months). */
export const LARGEST_COUNT = 100_000
export const LONGEST_DURATION = 600
export const BADGES = 100

export const TITLE_LABEL_LENGTH = 60
export const LOWEST_RANK = 1_000
/** How many offered or accepted titles one member can have at a time. */
export const TITLES = 20
export const TITLE_STATUSES = ['offered', 'accepted', 'ignored'] as const
export type TitleStatus = (typeof TITLE_STATUSES)[number]

/** Page size of the staff lists. */
export const ADMIN_PAGE_SIZE = 25

export const BADGE_PICTURES = '/badges'
/** The id of the SVG element that a page renders in its own color. */
export const BADGE_PICTURE_PART = 'badge'

export interface BadgeRule {
  type_of_badge: BadgeType
  tier: number
  description: string
  num_required: number | null
  duration: number | null
  index: number
}

const isWithin = (given: number | null, most: number) => given !== null && given >= 1 && given <= most

/** What is wrong with a badge written by staff, and in which field; undefined if nothing is. */
export function badgeProblem(badge: BadgeRule): { field: string; message: string } | undefined {
  const { type_of_badge, tier, num_required, duration, index } = badge
  const length = [...badge.description.trim()].length
  if (length === 0) return { field: 'description', message: 'Enter a short description.' }
  if (length > BADGE_DESCRIPTION_LENGTH)
    return {
      field: 'description',
      message: `The description is ${length} characters long. The limit is ${BADGE_DESCRIPTION_LENGTH}.`,
    }
  if (tier < 1 || tier > TIERS) return { field: 'tier', message: `Enter a tier from 1 to ${TIERS}.` }
  const isCounted = type_of_badge !== 'tenure' && type_of_badge !== 'staff'
  if (isCounted ? !isWithin(num_required, LARGEST_COUNT) : num_required !== null)
    return {
      field: 'num_required',
      message: isCounted
        ? `Enter the number required, from 1 to ${LARGEST_COUNT.toLocaleString('en-US')}.`
        : 'Nothing is counted for this type of badge. Leave the number blank.',
    }
  if (type_of_badge === 'tenure' && duration === null)
    return { field: 'duration', message: 'Enter the number of months of membership required.' }
  if (duration !== null && (type_of_badge === 'staff' || !isWithin(duration, LONGEST_DURATION)))
    return {
      field: 'duration',
      message:
        type_of_badge === 'staff'
          ? 'Badges awarded by staff don’t use months. Leave this blank.'
          : `Enter a number of months from 1 to ${LONGEST_DURATION}.`,
    }
  if (index < 0 || index > LARGEST_COUNT) return { field: 'index', message: 'Display order must be a number.' }
  return undefined
}

/** What is wrong with a title offered by staff, and in which field; undefined if nothing is. */
export function titleProblem(
  { label, rank, expiration_date }: { label: string; rank: number; expiration_date: string | null },
  now: Date,
): { field: string; message: string } | undefined {
  const length = [...label.trim()].length
  if (length === 0) return { field: 'label', message: 'Enter a title.' }
  if (length > TITLE_LABEL_LENGTH)
    return {
      field: 'label',
      message: `The title is ${length} characters long. The limit is ${TITLE_LABEL_LENGTH}.`,
    }
  if (rank < 1 || rank > LOWEST_RANK)
    return {
      field: 'rank',
      message: `Enter a rank from 1 (highest) to ${LOWEST_RANK.toLocaleString('en-US')}.`,
    }
  if (expiration_date !== null && Date.parse(expiration_date) <= now.getTime())
    return { field: 'expiration_date', message: 'The expiration date has passed. Choose a later date.' }
  return undefined
}

/** One drawing per badge type; one line below it per tier. */
const DRAWINGS: Record<BadgeType, string> = {
  posts: '<path d="M16 12v17M21 14h13M21 20h13M21 26h8"/>',
  replies: '<path d="M34 12v7a4 4 0 0 1-4 4H15m5-6-6 6 6 6"/>',
  recommendations: '<circle cx="24" cy="20" r="9"/><path d="m20 20 3 3 6-6"/>',
  tenure: '<circle cx="24" cy="20" r="9"/><path d="M24 14v6l4 3"/>',
  staff: '<path d="m24 10 2.9 6.2 6.8.8-5 4.6 1.3 6.7-6-3.4-6 3.4 1.3-6.7-5-4.6 6.8-.8z"/>',
}

/** The badge picture as an SVG file; pages render the element with id BADGE_PICTURE_PART. */
export function badgePicture(type: BadgeType, tier: number): string {
  const rules = Array.from({ length: tier }, (_, index) => `<path d="M14 ${40 - index * 3}h20"/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48" color="#1d4f46"><g id="${BADGE_PICTURE_PART}" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"><rect x="1.5" y="1.5" width="45" height="45" rx="4"/>${DRAWINGS[type]}${rules}</g></svg>`
}
