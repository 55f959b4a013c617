/**
 * The lists that members and staff choose from. Of each: its table, the columns of an entry, and everything in the
 * database that refers to one, which a merge must move. A test compares this with the catalog of PostgreSQL.
 */

/** What uses an entry, in the words of the counts. */
const USER_WORDS = {
  members: ['member', 'members'],
  companies: ['company', 'companies'],
  discussions: ['discussion', 'discussions'],
  documents: ['document', 'documents'],
  events: ['event', 'events'],
  experts: ['expert', 'experts'],
  firms: ['firm of experts', 'firms of experts'],
  recommendations: ['recommendation', 'recommendations'],
  entries: ['entry under it', 'entries under it'],
} as const
export type EntryUser = keyof typeof USER_WORDS

/**
 * `column` holds one id, `array` several; `link` is a table with a row for each pair. `owner` is the column that
 * identifies what uses the entry.
 */
export interface EntryUse {
  kind: 'column' | 'array' | 'link'
  table: string
  column: string
  owner: string
  by: EntryUser
}

export interface EntryField {
  name: string
  label: string
  /** `parent`: the name of another entry of the same list. */
  kind: 'text' | 'flag' | 'number' | 'parent'
  /** The column, if it is not `name`. */
  column?: string
  choices?: readonly string[]
  isOptional?: true
}

export interface ReferenceListShape {
  title: string
  /** What the list is for, after its title. */
  about: string
  entry: string
  table: string
  fields: readonly EntryField[]
  uses: readonly EntryUse[]
  /** Sorted arrays that repeat a use where lists are read fast; moved with it, and not counted. */
  copies?: readonly { table: string; column: string }[]
  /** The filter of saved searches of the directory that holds ids of it. */
  savedFilter?: string
  /** Entries are under others, and nothing is under those. */
  hasTwoLevels?: true
  /** The words of a member's profile are found in the directory by its names. */
  isSearched?: true
}

const profile = (column: string, kind: 'column' | 'array' = 'array'): EntryUse => ({
  kind,
  table: 'profiles',
  column,
  owner: 'user_id',
  by: 'members',
})
const link = (table: string, column: string, owner: string, by: EntryUser): EntryUse => ({
  kind: 'link',
  table,
  column,
  owner,
  by,
})
const column = (table: string, of: string, by: EntryUser): EntryUse => ({
  kind: 'column',
  table,
  column: of,
  owner: 'id',
  by,
})
const ofThreads = (of: string) => [
  { table: 'thread_feed', column: of },
  { table: 'feed_facts', column: of },
]

export const REFERENCE_LISTS = {
  chapters: {
    title: 'Chapters',
    about: 'Where members meet.',
    entry: 'chapter',
    table: 'chapters',
    fields: [{ name: 'is_international', label: 'Outside the United States', kind: 'flag' }],
    uses: [profile('chapter_id', 'column'), profile('live_event_chapter_ids')],
    savedFilter: 'chapters',
  },
  areas_of_expertise: {
    title: 'Areas of expertise',
    about: 'Topics of discussions, documents and events, and what members know about.',
    entry: 'area of expertise',
    table: 'areas_of_expertise',
    fields: [],
    uses: [
      profile('area_of_expertise_ids'),
      link('thread_areas_of_expertise', 'area_of_expertise_id', 'thread_id', 'discussions'),
      link('peer_document_areas', 'area_of_expertise_id', 'document_id', 'documents'),
      link('event_areas_of_expertise', 'area_of_expertise_id', 'event_id', 'events'),
      link('expert_recommendation_areas', 'area_of_expertise_id', 'recommendation_id', 'recommendations'),
    ],
    copies: ofThreads('area_of_expertise_ids'),
    savedFilter: 'areas_of_expertise',
    isSearched: true,
  },
  geographies: {
    title: 'Geographies',
    about: 'Places that discussions, documents and experts are about.',
    entry: 'geography',
    table: 'geographies',
    fields: [{ name: 'parent', label: 'Part of', kind: 'parent', column: 'parent_tag_id', isOptional: true }],
    uses: [
      link('thread_geographies', 'geography_id', 'thread_id', 'discussions'),
      link('peer_document_geographies', 'geography_id', 'document_id', 'documents'),
      link('expert_geographies', 'geography_id', 'expert_id', 'experts'),
      column('geographies', 'parent_tag_id', 'entries'),
    ],
    copies: ofThreads('geography_ids'),
  },
  industries: {
    title: 'Industries',
    about: 'Of members and their companies, under their sectors.',
    entry: 'industry',
    table: 'industries',
    fields: [{ name: 'parent_type', label: 'Sector', kind: 'text' }],
    uses: [
      profile('industry_ids'),
      { kind: 'array', table: 'companies', column: 'industry_ids', owner: 'id', by: 'companies' },
    ],
    savedFilter: 'industries',
    isSearched: true,
  },
  industry_groups: {
    title: 'Industry groups',
    about: 'Groups that members of a discipline can join.',
    entry: 'industry group',
    table: 'industry_groups',
    fields: [
      {
        name: 'discipline_type',
        label: 'Only for',
        kind: 'text',
        choices: ['legal', 'finance', 'executive'],
        isOptional: true,
      },
    ],
    uses: [profile('industry_group_ids')],
  },
  interests: {
    title: 'Interests',
    about: 'What members do besides work.',
    entry: 'interest',
    table: 'interests',
    fields: [],
    uses: [profile('interest_ids')],
  },
  law_schools: {
    title: 'Schools',
    about: 'Where members studied.',
    entry: 'school',
    table: 'law_schools',
    fields: [{ name: 'country', label: 'Country', kind: 'text' }],
    uses: [profile('law_school_id', 'column')],
    savedFilter: 'law_schools',
  },
  law_firms: {
    title: 'Law firms',
    about: 'Firms where members worked before, and firms they work with.',
    entry: 'law firm',
    table: 'law_firms',
    fields: [],
    uses: [profile('recent_law_firm_id', 'column'), profile('law_firm_ids')],
  },
  companies: {
    title: 'Companies',
    about: 'Members add theirs by name. Merge the ones that were added twice.',
    entry: 'company',
    table: 'companies',
    fields: [],
    uses: [column('users', 'company_id', 'members')],
  },
  business_types: {
    title: 'Company types',
    about: 'What kind of company a member works for.',
    entry: 'company type',
    table: 'business_types',
    fields: [{ name: 'type', label: 'Group', kind: 'text' }],
    uses: [column('companies', 'type_id', 'companies')],
    savedFilter: 'company_types',
  },
  business_models: {
    title: 'Business models',
    about: 'How a company earns money.',
    entry: 'business model',
    table: 'business_models',
    fields: [],
    uses: [{ kind: 'array', table: 'companies', column: 'business_model_ids', owner: 'id', by: 'companies' }],
  },
  employment_statuses: {
    title: 'Employment statuses',
    about: 'Whether a member is employed, or between roles.',
    entry: 'employment status',
    table: 'employment_statuses',
    fields: [{ name: 'is_transitioning', label: 'Between roles', kind: 'flag' }],
    uses: [profile('employment_status_id', 'column')],
  },
  areas_of_responsibility: {
    title: 'Areas of responsibility',
    about: 'What reports to a member.',
    entry: 'area of responsibility',
    table: 'areas_of_responsibility',
    fields: [],
    uses: [profile('area_of_responsibility_ids')],
  },
  additional_areas: {
    title: 'Additional areas',
    about: 'What else a member does at work.',
    entry: 'additional area',
    table: 'additional_areas',
    fields: [],
    uses: [profile('additional_area_ids')],
  },
  company_types: {
    title: 'Categories of experts',
    about: 'What experts and firms are listed under.',
    entry: 'category',
    table: 'company_types',
    fields: [],
    uses: [link('expert_company_types', 'company_type_id', 'company_id', 'firms')],
  },
  event_categories: {
    title: 'Event categories',
    about: 'What events are listed under. Their levels and what hosts are called are set on the Events desk.',
    entry: 'category',
    table: 'event_categories',
    fields: [],
    uses: [column('events', 'category_id', 'events'), column('event_categories', 'parent_id', 'entries')],
    hasTwoLevels: true,
  },
  locations: {
    title: 'Cities',
    about: 'Offered where members and events say where they are.',
    entry: 'city',
    table: 'locations',
    fields: [
      { name: 'state', label: 'State or region', kind: 'text' },
      { name: 'country', label: 'Country', kind: 'text' },
      { name: 'lat', label: 'Latitude', kind: 'number' },
      { name: 'long', label: 'Longitude', kind: 'number' },
    ],
    uses: [column('events', 'location_id', 'events')],
  },
} as const satisfies Record<string, ReferenceListShape>

export type ReferenceListKey = keyof typeof REFERENCE_LISTS
export const REFERENCE_LIST_KEYS = Object.keys(REFERENCE_LISTS) as ReferenceListKey[]
export const shapeOf = (list: ReferenceListKey): ReferenceListShape => REFERENCE_LISTS[list]
export const isReferenceList = (text: string | null | undefined): text is ReferenceListKey =>
  typeof text === 'string' && Object.hasOwn(REFERENCE_LISTS, text)

/** Entries to a page of the desk. */
export const REFERENCE_PAGE = 50
export const ENTRY_LENGTH = 120
const LARGEST = { lat: 90, long: 180 } as const

export interface UseCount {
  by: string
  count: number
}

/** "12 members and 3 discussions". */
export function usesInWords(uses: readonly UseCount[]): string {
  const parts = uses
    .filter(({ count }) => count > 0)
    .map(({ by, count }) => `${count.toLocaleString('en-US')} ${USER_WORDS[by as EntryUser][count === 1 ? 0 : 1]}`)
  if (parts.length < 2) return parts[0] ?? ''
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** What a merge will do, before it is done. */
export function mergeInWords(uses: readonly UseCount[], from: string, into: string): string {
  const words = usesInWords(uses)
  const total = uses.reduce((sum, { count }) => sum + count, 0)
  const moved = words === '' ? `Nothing uses “${from},”` : `${words} ${total === 1 ? 'moves' : 'move'} to “${into},”`
  return `${moved} and “${from}” is deleted.`
}

export const cleanEntryText = (text: unknown): string =>
  typeof text === 'string' ? text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim() : ''

/** The cleaned values of an entry, or the first field that is wrong and why. */
export function checkedEntry(
  list: ReferenceListKey,
  given: { name: unknown; values: Readonly<Record<string, unknown>> },
): { name: string; values: Record<string, string> } | { field: string; message: string } {
  const name = cleanEntryText(given.name)
  if (name === '') return { field: 'name', message: `Enter the name of the ${shapeOf(list).entry}.` }
  if ([...name].length > ENTRY_LENGTH)
    return { field: 'name', message: `The name is ${[...name].length} characters long. The limit is ${ENTRY_LENGTH}.` }
  const values: Record<string, string> = {}
  for (const field of shapeOf(list).fields) {
    const value = cleanEntryText(given.values[field.name])
    const message = fieldProblem(field, value)
    if (message) return { field: field.name, message }
    values[field.name] = field.kind === 'flag' ? String(isYes(value)) : value
  }
  return { name, values }
}

const YES = ['true', 'yes', 'y', '1']
const NO = ['', 'false', 'no', 'n', '0']
const isYes = (value: string) => YES.includes(value.toLowerCase())

function fieldProblem({ name, label, kind, choices, isOptional }: EntryField, value: string): string | undefined {
  if (kind === 'flag')
    return isYes(value) || NO.includes(value.toLowerCase()) ? undefined : `${label}: write yes or no, not “${value}.”`
  if (value === '') return isOptional ? undefined : `Enter the ${label.toLowerCase()}.`
  if (choices && !choices.includes(value)) return `${label}: choose one of ${choices.join(', ')}.`
  if (kind === 'number') {
    const most = LARGEST[name as keyof typeof LARGEST]
    const number = Number(value)
    if (!Number.isFinite(number) || Math.abs(number) > most)
      return `${label}: enter a number from −${most} to ${most}, such as 41.88.`
  }
  return [...value].length > ENTRY_LENGTH ? `${label} is longer than ${ENTRY_LENGTH} characters.` : undefined
}
