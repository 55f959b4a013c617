/** The fields of a network that staff edit: labels, hints, limits and validation, for the form and the server. */
import { isWebLink, withScheme } from '#shared/kit/links.ts'
import { isTheme, MENU_SECTIONS, type MenuSection } from '#shared/networks.ts'

export const NETWORK_NAME = 40
export const SLUG_LENGTH = 60
const LINE = 200
const URL_LENGTH = 500
const TEXT = 1_000
const LONGEST_VIDEO_SECONDS = 14_400

type Kind = 'line' | 'text' | 'url' | 'email' | 'switch' | 'seconds'
export interface NetworkField {
  name: string
  kind: Kind
  label: string
  hint?: string
  limit?: number
}
export interface FieldSection {
  title: string
  about: string
  fields: readonly NetworkField[]
}

const url = (name: string, label: string, hint?: string) =>
  ({ name, kind: 'url', label, ...(hint && { hint }) }) as const

export const LINK_SECTION = {
  title: 'Links',
  about: 'A link without an address isn’t shown.',
  fields: [
    url('url_membership_agreement', 'Membership agreement'),
    url('url_terms', 'Terms of use'),
    url('url_privacy_policy', 'Privacy policy'),
    url('url_faq', 'Questions and answers'),
    url('url_jobs', 'Jobs'),
    url('url_discounts', 'Discounts'),
    url('url_events_landing', 'Events website'),
    url('url_nomination_form', 'Nomination form'),
    url('url_on_demand_cle', 'On-demand CLE'),
    url('url_cancel_membership', 'Cancel membership', 'Without it, members write to the support address.'),
  ],
} as const satisfies FieldSection

export const PROFILE_SECTION = {
  title: 'Profiles and directory',
  about: 'Which facts members of this network give about themselves.',
  fields: [
    {
      name: 'profession_title_text',
      kind: 'line',
      label: 'Label of the year in the profession',
      hint: 'For example “Year first admitted to practice.”',
      limit: 80,
    },
    { name: 'show_areas_of_expertise', kind: 'switch', label: 'Areas of expertise' },
    { name: 'show_responsibility', kind: 'switch', label: 'Areas of responsibility' },
    { name: 'show_direct_reports', kind: 'switch', label: 'Number of direct reports' },
    { name: 'directory_school_filter', kind: 'switch', label: 'Filter the directory by law school' },
  ],
} as const satisfies FieldSection

export const PRIVACY_SECTION = {
  title: 'Privacy',
  about: 'Staff can read private replies to review them or to answer a report. Each reading is recorded.',
  fields: [
    {
      name: 'notifies_of_staff_reading',
      kind: 'switch',
      label: 'Email members once a day when staff have read private replies of theirs',
    },
    {
      name: 'allows_access_tokens',
      kind: 'switch',
      label: 'Members’ own programs can read with access tokens',
      hint: 'Off unless you choose it. A token never reads private replies, conversations or drafts. It works only if all networks that its member can read allow this.',
    },
  ],
} as const satisfies FieldSection

export const ASSISTANT_SECTION = {
  title: 'Assistant',
  about: 'Shown above a new conversation. Left blank, the general text is shown.',
  fields: [
    { name: 'ai_chatbot_tagline', kind: 'line', label: 'Tagline', limit: 120 },
    { name: 'ai_chatbot_privacy_text', kind: 'text', label: 'Privacy text', limit: 500 },
  ],
} as const satisfies FieldSection

export const WELCOME_SECTION = {
  title: 'Welcome page',
  about: 'New members read this at the end of onboarding.',
  fields: [
    { name: 'welcome_page_step_one', kind: 'text', label: 'Step one', limit: TEXT },
    { name: 'welcome_page_step_two', kind: 'text', label: 'Step two', limit: TEXT },
    { name: 'welcome_page_step_three', kind: 'text', label: 'Step three', limit: TEXT },
    { name: 'welcome_page_step_four', kind: 'text', label: 'Step four', limit: TEXT },
    { name: 'welcome_video_title', kind: 'line', label: 'Video title', limit: LINE },
    url('welcome_video_url', 'Video address', 'A path on this site, for example /welcome/welcome.webm.'),
    url('welcome_video_thumbnail_url', 'Video still', 'A path on this site.'),
    { name: 'welcome_video_duration', kind: 'seconds', label: 'Video length in seconds' },
    { name: 'welcome_video_content_summary', kind: 'text', label: 'What the video says', limit: TEXT },
  ],
} as const satisfies FieldSection

/** What each switch of the menu is called for staff. */
export const MENU_SECTION_LABELS: Record<MenuSection, string> = {
  discussions: 'Discussions',
  recommendations: 'Recommendations and experts',
  members: 'Members',
  peer_documents: 'Peer documents',
  events: 'Events',
  mainstage: 'Mainstage',
  learning_hub: 'Learning Hub',
  ai_assistant: 'Assistant',
  inbox: 'Inbox',
  bookmarks: 'Bookmarks',
  badges: 'Badges',
  jobs: 'Jobs link',
  discounts: 'Discounts link',
}

/** Sections that consist of plain fields; name, theme and menu have controls of their own. */
export const FIELD_SECTIONS: readonly FieldSection[] = [
  LINK_SECTION,
  PROFILE_SECTION,
  PRIVACY_SECTION,
  ASSISTANT_SECTION,
  WELCOME_SECTION,
]

const NAME_FIELDS: readonly NetworkField[] = [
  { name: 'display_name', kind: 'line', label: 'Name', limit: NETWORK_NAME },
  { name: 'support_email', kind: 'email', label: 'Support address', limit: LINE },
]
export const NETWORK_FIELDS: readonly NetworkField[] = [
  ...NAME_FIELDS,
  ...FIELD_SECTIONS.flatMap(({ fields }) => fields),
]
/** The columns that a saved form writes. */
export const NETWORK_COLUMNS = [
  'discipline_id',
  'theme',
  'main_menu_visibility',
  ...NETWORK_FIELDS.map(({ name }) => name),
] as const

export type NetworkValues = Record<string, unknown>
export interface FieldFault {
  field: string
  message: string
}

const cleaned: Record<Kind, (given: unknown) => unknown> = {
  line: (given) =>
    String(given ?? '')
      .trim()
      .replaceAll(/\s+/g, ' ') || null,
  text: (given) => String(given ?? '').trim() || null,
  email: (given) =>
    String(given ?? '')
      .trim()
      .toLowerCase() || null,
  url: (given) => {
    const typed = String(given ?? '').trim()
    return typed === '' ? null : /^\/(?!\/)/.test(typed) ? typed : withScheme(typed)
  },
  switch: (given) => given === true,
  seconds: (given) => (given === null || given === undefined || given === '' ? null : Number(given)),
}

/** The columns of a form, trimmed; what is blank is null. */
export function networkValues(given: NetworkValues): NetworkValues {
  const fields = NETWORK_FIELDS.map(({ name, kind }) => [name, cleaned[kind](given[name])])
  const menu = Object(given['main_menu_visibility']) as Record<string, unknown>
  const off = MENU_SECTIONS.filter((section) => menu[section] === false).map((section) => [section, false])
  return {
    ...Object.fromEntries(fields),
    discipline_id: given['discipline_id'],
    theme: given['theme'],
    main_menu_visibility: Object.fromEntries(off),
  }
}

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
/** A single word would also be taken for a host. */
const isPublicLink = (text: string) => isWebLink(text) && new URL(text).hostname.includes('.')
const isPlace = (text: string) => text.startsWith('/') || isPublicLink(text)

function fieldProblem({ kind, label, limit }: NetworkField, value: unknown): string | undefined {
  if (value === null || kind === 'switch') return undefined
  if (kind === 'seconds')
    return Number.isInteger(value) && (value as number) > 0 && (value as number) <= LONGEST_VIDEO_SECONDS
      ? undefined
      : `Enter a whole number of seconds from 1 to ${LONGEST_VIDEO_SECONDS.toLocaleString('en-US')}.`
  const text = String(value)
  const most = limit ?? URL_LENGTH
  if (text.length > most) return `${label} is ${text.length} characters long. The limit is ${most}.`
  if (kind === 'email' && !isEmail(text)) return 'Enter an email address, for example support@example.org.'
  if (kind === 'url' && !isPlace(text)) return 'Enter a web address that begins with https://, or leave this blank.'
  return undefined
}

/** The first fault of cleaned values, at its field. */
export function networkProblem(values: NetworkValues): FieldFault | undefined {
  if (values['display_name'] === null) return { field: 'display_name', message: 'Enter the name of the network.' }
  if (!isTheme(values['theme'])) return { field: 'theme', message: 'Choose a color.' }
  for (const field of NETWORK_FIELDS) {
    const message = fieldProblem(field, values[field.name])
    if (message) return { field: field.name, message }
  }
  if (values['welcome_video_url'] !== null && values['welcome_video_title'] === null)
    return { field: 'welcome_video_title', message: 'Enter the title of the video.' }
  return undefined
}

/** The address of a network in links, imports and the email address of its list. It never changes. */
export const slugProblem = (slug: string): string | undefined =>
  new RegExp(`^[a-z0-9](?:[a-z0-9-]{0,${SLUG_LENGTH - 2}}[a-z0-9])?$`).test(slug)
    ? undefined
    : `Use up to ${SLUG_LENGTH} lowercase letters, digits and hyphens, for example midwest-finance.`

/** What a name suggests as its address. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, SLUG_LENGTH)
    .replaceAll(/-+$/g, '')

export const DISCIPLINE_NAME = 60
export const DISCIPLINE_LINKS = 10
export interface DisciplineLink {
  title: string
  url: string
}

/** One link a line: the title, then the address. */
export function linksIn(lines: string): DisciplineLink[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, title = '', url = line] = /^(.*)\s(\S+)$/.exec(line) ?? []
      return { title: title.trim().replace(/[,:]$/, ''), url: withScheme(url) }
    })
}

export function disciplineProblem(given: { name: string; team_name: string; links: DisciplineLink[] }) {
  for (const [field, label] of [
    ['name', 'name'],
    ['team_name', 'name of the team'],
  ] as const) {
    if (given[field] === '') return { field, message: `Enter the ${label}.` }
    if (given[field].length > DISCIPLINE_NAME)
      return {
        field,
        message: `The ${label} is ${given[field].length} characters long. The limit is ${DISCIPLINE_NAME}.`,
      }
  }
  if (given.links.length > DISCIPLINE_LINKS)
    return { field: 'links', message: `Enter up to ${DISCIPLINE_LINKS} links.` }
  const wrong = given.links.find(({ title, url }) => title === '' || title.length > LINE || !isPublicLink(url))
  if (wrong)
    return {
      field: 'links',
      message: `“${`${wrong.title} ${wrong.url}`.trim().slice(0, 100)}” isn’t a title and a web address.`,
    }
  return undefined
}

export const NETWORK_PICTURES = '/api/network-pictures'
export const PICTURE_KINDS = ['logo', 'favicon'] as const
export type PictureKind = (typeof PICTURE_KINDS)[number]
/** Of a stored logo: twice the size in which it is shown. */
export const LOGO_HEIGHT = 96
export const LOGO_WIDTH = 480
export const FAVICON_PIXELS = 128
