/**
 * Every field of a profile, defined once: the database column, label, limit, form, who can see it, and whether
 * directory search indexes it. Forms, validation and the columns of the profile relation are derived from here. Loaded
 * with the profile form only; a page that needs one limit imports `shared/profiles.ts`.
 */
import { GENDER_IDENTITIES, NAME_LENGTH, PLACE_LENGTH, TITLE_LENGTH } from './profiles.ts'

const LINK_LENGTH = 300

/**
 * `everybody`: next to their posts. `members`: members whose directory includes the profile. `self`: the member and
 * staff.
 */
export type ProfileVisibility = 'everybody' | 'members' | 'self'
export type ProfileFormName = 'basic' | 'status' | 'bio' | 'work' | 'topics' | 'finance' | 'legal'

/** Tables of choices, from which the server validates ids and the web loads options. */
export type ProfileList =
  | 'employment_statuses'
  | 'chapters'
  | 'areas_of_expertise'
  | 'industries'
  | 'interests'
  | 'industry_groups'
  | 'law_schools'
  | 'law_firms'
  | 'areas_of_responsibility'
  | 'additional_areas'

interface CommonField {
  label: string
  form: ProfileFormName
  visibleTo: ProfileVisibility
  /** True if directory search finds a member by it: `refresh_profiles` indexes the column. */
  searched: boolean
  hint?: string
}
/** `subject` starts the sentence "… is 41 characters long." if the label does not fit there. */
type TextField = CommonField & { max: number; subject?: string; required?: string }

export type ProfileField =
  | (TextField & { kind: 'text' | 'area' | 'city'; table: 'users' | 'profiles' })
  | (TextField & { kind: 'link'; table: 'users'; site: 'linkedin' | 'twitter' })
  | (TextField & { kind: 'words'; table: 'users'; words: readonly string[] })
  | (CommonField & { kind: 'year' | 'number'; table: 'users' | 'profiles' })
  | (CommonField & { kind: 'one' | 'several'; table: 'profiles'; column: string; list: ProfileList })

export const PROFILE_FIELDS = {
  first_name: {
    label: 'First name',
    kind: 'text',
    max: NAME_LENGTH,
    required: 'Enter your first name.',
    table: 'users',
    form: 'basic',
    visibleTo: 'everybody',
    searched: true,
  },
  last_name: {
    label: 'Last name',
    kind: 'text',
    max: NAME_LENGTH,
    required: 'Enter your last name.',
    table: 'users',
    form: 'basic',
    visibleTo: 'everybody',
    searched: true,
  },
  pronouns: {
    label: 'Pronouns',
    kind: 'text',
    max: 40,
    subject: 'This',
    hint: 'Such as she/her',
    table: 'users',
    form: 'basic',
    visibleTo: 'members',
    searched: false,
  },
  title: {
    label: 'Job title',
    kind: 'text',
    max: TITLE_LENGTH,
    subject: 'The title',
    table: 'users',
    form: 'basic',
    visibleTo: 'everybody',
    searched: true,
  },
  city: {
    label: 'City',
    kind: 'city',
    max: PLACE_LENGTH,
    hint: 'Helps members near you find you. We never use your device’s location.',
    table: 'users',
    form: 'basic',
    visibleTo: 'everybody',
    searched: true,
  },
  state: {
    label: 'State or region',
    kind: 'text',
    max: PLACE_LENGTH,
    table: 'users',
    form: 'basic',
    visibleTo: 'everybody',
    searched: true,
  },
  country: {
    label: 'Country',
    kind: 'text',
    max: PLACE_LENGTH,
    table: 'users',
    form: 'basic',
    visibleTo: 'everybody',
    searched: true,
  },
  linkedin: {
    label: 'LinkedIn',
    kind: 'link',
    site: 'linkedin',
    max: LINK_LENGTH,
    subject: 'The link',
    hint: 'For example, linkedin.com/in/name',
    table: 'users',
    form: 'basic',
    visibleTo: 'members',
    searched: false,
  },
  twitter_url: {
    label: 'X or Twitter',
    kind: 'link',
    site: 'twitter',
    max: LINK_LENGTH,
    subject: 'The link',
    hint: 'For example, x.com/name',
    table: 'users',
    form: 'basic',
    visibleTo: 'members',
    searched: false,
  },
  year_started_profession: {
    label: 'Year you entered the profession',
    kind: 'year',
    table: 'users',
    form: 'basic',
    visibleTo: 'members',
    searched: false,
  },
  gender_identity: {
    label: 'Gender identity',
    kind: 'words',
    words: GENDER_IDENTITIES,
    max: PLACE_LENGTH,
    hint: 'Only you and staff can see this.',
    table: 'users',
    form: 'basic',
    visibleTo: 'self',
    searched: false,
  },
  status: {
    label: 'Status',
    kind: 'text',
    max: 140,
    hint: 'A short note next to your name, such as “On leave until May.”',
    table: 'users',
    form: 'status',
    visibleTo: 'members',
    searched: false,
  },
  bio: {
    label: 'Bio',
    kind: 'area',
    max: 2_000,
    hint: 'What you do, and what colleagues can ask you about.',
    table: 'users',
    form: 'bio',
    visibleTo: 'members',
    searched: true,
  },
  employment_status: {
    label: 'Works as',
    kind: 'one',
    list: 'employment_statuses',
    table: 'profiles',
    column: 'employment_status_id',
    form: 'work',
    visibleTo: 'members',
    searched: false,
  },
  chapter: {
    label: 'Chapter',
    kind: 'one',
    list: 'chapters',
    table: 'profiles',
    column: 'chapter_id',
    form: 'work',
    visibleTo: 'members',
    searched: false,
  },
  live_event_chapters: {
    label: 'Attends events in',
    kind: 'several',
    list: 'chapters',
    table: 'profiles',
    column: 'live_event_chapter_ids',
    form: 'work',
    visibleTo: 'members',
    searched: false,
  },
  areas_of_expertise: {
    label: 'Areas of expertise',
    kind: 'several',
    list: 'areas_of_expertise',
    hint: 'Areas where you’d take a colleague’s call.',
    table: 'profiles',
    column: 'area_of_expertise_ids',
    form: 'topics',
    visibleTo: 'members',
    searched: true,
  },
  industries: {
    label: 'Industries',
    kind: 'several',
    list: 'industries',
    table: 'profiles',
    column: 'industry_ids',
    form: 'topics',
    visibleTo: 'members',
    searched: true,
  },
  interests: {
    label: 'Interests',
    kind: 'several',
    list: 'interests',
    table: 'profiles',
    column: 'interest_ids',
    form: 'topics',
    visibleTo: 'members',
    searched: false,
  },
  num_of_direct_reports: {
    label: 'Direct reports',
    kind: 'number',
    table: 'users',
    form: 'finance',
    visibleTo: 'members',
    searched: false,
  },
  industry_groups: {
    label: 'Industry groups',
    kind: 'several',
    list: 'industry_groups',
    table: 'profiles',
    column: 'industry_group_ids',
    form: 'finance',
    visibleTo: 'members',
    searched: false,
  },
  law_school: {
    label: 'Law school',
    kind: 'one',
    list: 'law_schools',
    table: 'profiles',
    column: 'law_school_id',
    form: 'legal',
    visibleTo: 'members',
    searched: false,
  },
  previous_practice: {
    label: 'Previous practice',
    kind: 'text',
    max: 200,
    table: 'profiles',
    form: 'legal',
    visibleTo: 'members',
    searched: false,
  },
  recent_law_firm: {
    label: 'Most recent firm',
    kind: 'one',
    list: 'law_firms',
    table: 'profiles',
    column: 'recent_law_firm_id',
    form: 'legal',
    visibleTo: 'members',
    searched: false,
  },
  law_firms: {
    label: 'Law firms',
    kind: 'several',
    list: 'law_firms',
    table: 'profiles',
    column: 'law_firm_ids',
    form: 'legal',
    visibleTo: 'members',
    searched: false,
  },
  year_started_inhouse: {
    label: 'In-house since',
    kind: 'year',
    table: 'profiles',
    form: 'legal',
    visibleTo: 'members',
    searched: false,
  },
  areas_of_responsibility: {
    label: 'Responsibilities',
    kind: 'several',
    list: 'areas_of_responsibility',
    table: 'profiles',
    column: 'area_of_responsibility_ids',
    form: 'legal',
    visibleTo: 'members',
    searched: false,
  },
  additional_areas: {
    label: 'Additional areas',
    kind: 'several',
    list: 'additional_areas',
    table: 'profiles',
    column: 'additional_area_ids',
    form: 'legal',
    visibleTo: 'members',
    searched: false,
  },
} as const satisfies Readonly<Record<string, ProfileField>>

type Fields = typeof PROFILE_FIELDS
export type ProfileFieldName = keyof Fields
/** Fields that are a column of this name in `Table`. */
export type ColumnOf<Table extends 'users' | 'profiles'> = {
  [Name in ProfileFieldName]: Fields[Name] extends { list: string }
    ? never
    : Fields[Name] extends { table: Table }
      ? Name
      : never
}[ProfileFieldName]
/** Fields whose value is one or more ids from a list. */
export type ChoiceName = {
  [Name in ProfileFieldName]: Fields[Name] extends { list: string } ? Name : never
}[ProfileFieldName]

export const PROFILE_FIELD_NAMES = Object.keys(PROFILE_FIELDS) as ProfileFieldName[]
const namesWhere = (isWanted: (field: ProfileField) => boolean) =>
  PROFILE_FIELD_NAMES.filter((name) => isWanted(PROFILE_FIELDS[name]))

/** Columns of `users` that members edit. */
export const PROFILE_COLUMNS = namesWhere(({ table }) => table === 'users') as ColumnOf<'users'>[]
/** The same for `profiles`, where choice columns have different names. */
export const PROFILE_TEXT_COLUMNS = namesWhere(
  (field) => field.table === 'profiles' && !('list' in field),
) as ColumnOf<'profiles'>[]
export const PROFILE_CHOICES = namesWhere((field) => 'list' in field) as ChoiceName[]
/** Columns of `users` that other members can see on a profile. */
export const SHOWN_PROFILE_COLUMNS = PROFILE_COLUMNS.filter((name) => PROFILE_FIELDS[name].visibleTo !== 'self')

/** The subject of a sentence about the length of a field. */
export const subjectOf = (field: ProfileField): string =>
  ('subject' in field && field.subject) || `The ${field.label.toLowerCase()}`
