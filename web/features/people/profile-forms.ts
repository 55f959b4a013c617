/** The parts of one's own profile that are changed together, field by field. */
import {
  UpdateBasicInformation,
  UpdateBio,
  UpdateFinanceInformation,
  UpdateGeneralInformation,
  UpdateStatus,
  UpdateUserCompanyDetails,
  type Operation,
} from '#api/operations.ts'
import {
  BIO_LENGTH,
  COMPANY_SIZES,
  COMPANY_STAGES,
  GENDER_IDENTITIES,
  NAME_LENGTH,
  PLACE_LENGTH,
  PRACTICE_LENGTH,
  STATUS_LENGTH,
  TITLE_LENGTH,
} from '#shared/profiles.ts'
import type { ListName } from '#web/features/people/reference-lists.ts'
import type { OwnProfile } from '#web/features/people/people.queries.ts'

interface Common {
  name: string
  label: string
  hint?: string
}
export type FormField = Common &
  (
    | { kind: 'text' | 'area'; most: number }
    | { kind: 'city'; most: number }
    | { kind: 'year' | 'number' }
    | { kind: 'words'; words: readonly string[] }
    | { kind: 'one' | 'several'; list: ListName }
    | { kind: 'company'; most: number }
  )

export interface ProfileForm {
  title: string
  fields: readonly FormField[]
  /** What stands there now, by the names of the fields. */
  read: (own: OwnProfile) => Record<string, unknown>
  operation: Operation<unknown, never>
  /** Where the operation wants them wrapped. */
  wrap?: string
}

const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id)
const operation = (made: unknown) => made as Operation<unknown, never>

export const FORMS = {
  basic: {
    title: 'Name, title, and location',
    operation: operation(UpdateBasicInformation),
    fields: [
      { name: 'first_name', label: 'First name', kind: 'text', most: NAME_LENGTH },
      { name: 'last_name', label: 'Last name', kind: 'text', most: NAME_LENGTH },
      { name: 'title', label: 'Job title', kind: 'text', most: TITLE_LENGTH },
      {
        name: 'city',
        label: 'City',
        kind: 'city',
        most: PLACE_LENGTH,
        hint: 'Helps members near you find you. We never use your device’s location.',
      },
      { name: 'state', label: 'State or region', kind: 'text', most: PLACE_LENGTH },
      { name: 'country', label: 'Country', kind: 'text', most: PLACE_LENGTH },
      { name: 'linkedin', label: 'LinkedIn', kind: 'text', most: 300, hint: 'For example, linkedin.com/in/name' },
      { name: 'twitter_url', label: 'X or Twitter', kind: 'text', most: 300, hint: 'For example, x.com/name' },
      { name: 'year_started_profession', label: 'Year you entered the profession', kind: 'year' },
      {
        name: 'gender_identity',
        label: 'Gender identity',
        kind: 'words',
        words: GENDER_IDENTITIES,
        hint: 'Only you and staff can see this.',
      },
    ],
    read: (own) => ({ ...own }),
  },
  status: {
    title: 'Status',
    operation: operation(UpdateStatus),
    fields: [
      {
        name: 'status',
        label: 'Status',
        kind: 'text',
        most: STATUS_LENGTH,
        hint: 'A short note next to your name, such as “On leave until May.”',
      },
    ],
    read: ({ status }) => ({ status: status ?? '' }),
  },
  bio: {
    title: 'Bio',
    operation: operation(UpdateBio),
    fields: [
      {
        name: 'bio',
        label: 'Bio',
        kind: 'area',
        most: BIO_LENGTH,
        hint: 'What you do, and what colleagues can ask you about.',
      },
    ],
    read: ({ bio }) => ({ bio: bio ?? '' }),
  },
  work: {
    title: 'Work',
    operation: operation(UpdateGeneralInformation),
    fields: [
      { name: 'employment_status', label: 'Works as', kind: 'one', list: 'employment_statuses' },
      { name: 'chapter', label: 'Chapter', kind: 'one', list: 'chapters' },
      { name: 'live_event_chapters', label: 'Attends events in', kind: 'several', list: 'chapters' },
    ],
    read: (own) => ({
      employment_status: own.employment_status?.id ?? null,
      chapter: own.chapter?.id ?? null,
      live_event_chapters: idsOf(own.live_event_chapters),
    }),
  },
  topics: {
    title: 'Expertise',
    operation: operation(UpdateGeneralInformation),
    fields: [
      {
        name: 'areas_of_expertise',
        label: 'Areas of expertise',
        kind: 'several',
        list: 'areas_of_expertise',
        hint: 'Areas where you’d take a colleague’s call.',
      },
      { name: 'industries', label: 'Industries', kind: 'several', list: 'industries' },
      { name: 'interests', label: 'Interests', kind: 'several', list: 'interests' },
    ],
    read: (own) => ({
      areas_of_expertise: idsOf(own.areas_of_expertise),
      industries: idsOf(own.industries),
      interests: idsOf(own.interests),
    }),
  },
  finance: {
    title: 'Team and industry groups',
    operation: operation(UpdateFinanceInformation),
    fields: [
      { name: 'num_of_direct_reports', label: 'Direct reports', kind: 'number' },
      { name: 'industry_groups', label: 'Industry groups', kind: 'several', list: 'industry_groups' },
    ],
    read: (own) => ({ num_of_direct_reports: own.num_of_direct_reports, industry_groups: idsOf(own.industry_groups) }),
  },
  legal: {
    title: 'Legal background',
    operation: operation(UpdateGeneralInformation),
    wrap: 'legal',
    fields: [
      { name: 'law_school', label: 'Law school', kind: 'one', list: 'law_schools' },
      { name: 'previous_practice', label: 'Previous practice', kind: 'text', most: PRACTICE_LENGTH },
      { name: 'recent_law_firm', label: 'Most recent firm', kind: 'one', list: 'law_firms' },
      { name: 'law_firms', label: 'Law firms', kind: 'several', list: 'law_firms' },
      { name: 'year_started_inhouse', label: 'In-house since', kind: 'year' },
      { name: 'areas_of_responsibility', label: 'Responsibilities', kind: 'several', list: 'areas_of_responsibility' },
      { name: 'additional_areas', label: 'Additional areas', kind: 'several', list: 'additional_areas' },
    ],
    read: ({ legal }) => ({
      law_school: legal?.law_school?.id ?? null,
      previous_practice: legal?.previous_practice ?? '',
      recent_law_firm: legal?.recent_law_firm?.id ?? null,
      law_firms: idsOf(legal?.law_firms ?? []),
      year_started_inhouse: legal?.year_started_inhouse ?? null,
      areas_of_responsibility: idsOf(legal?.areas_of_responsibility ?? []),
      additional_areas: idsOf(legal?.additional_areas ?? []),
    }),
  },
  company: {
    title: 'Company',
    operation: operation(UpdateUserCompanyDetails),
    fields: [
      {
        name: 'name',
        label: 'Company name',
        kind: 'company',
        most: NAME_LENGTH,
        hint: 'If you change the name, you’ll be moved to a different company. Details your colleagues entered stay with the old one.',
      },
      { name: 'type_id', label: 'Type', kind: 'one', list: 'business_types' },
      { name: 'stage', label: 'Funding', kind: 'words', words: COMPANY_STAGES },
      { name: 'num_of_employees', label: 'Employees', kind: 'words', words: COMPANY_SIZES },
      { name: 'num_of_lawyers', label: 'Lawyers', kind: 'number' },
      { name: 'num_of_financial_employees', label: 'Finance staff', kind: 'number' },
      { name: 'industries', label: 'Industries', kind: 'several', list: 'industries' },
      { name: 'business_models', label: 'Business models', kind: 'several', list: 'business_models' },
    ],
    read: ({ company }) => ({
      name: company?.name ?? '',
      type_id: company?.type_id ?? null,
      stage: company?.stage ?? null,
      num_of_employees: company?.num_of_employees ?? null,
      num_of_lawyers: company?.num_of_lawyers ?? null,
      num_of_financial_employees: company?.num_of_financial_employees ?? null,
      industries: idsOf(company?.industries ?? []),
      business_models: idsOf(company?.business_models ?? []),
    }),
  },
} as const satisfies Record<string, ProfileForm>
export type FormName = keyof typeof FORMS

/** Only what was changed is sent, and nothing where nothing was. */
export function changesOf(fields: readonly FormField[], before: Record<string, unknown>, now: Record<string, unknown>) {
  const changed = fields.filter(
    ({ name }) => JSON.stringify(before[name] ?? null) !== JSON.stringify(now[name] ?? null),
  )
  return Object.fromEntries(changed.map(({ name }) => [name, now[name] ?? null]))
}
