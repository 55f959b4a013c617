/** The forms of the viewer's own profile, field by field. */
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
  PROFILE_FIELD_NAMES,
  PROFILE_FIELDS,
  type ProfileField,
  type ProfileFieldName,
  type ProfileFormName,
} from '#shared/profile-fields.ts'
import { COMPANY_SIZES, COMPANY_STAGES, NAME_LENGTH } from '#shared/profiles.ts'
import type { ListName } from '#web/features/people/reference-lists.ts'
import type { OwnProfile } from '#web/features/people/people.queries.ts'

/** A field of `PROFILE_FIELDS`, or one of the company. */
export type FormField = { name: string; label: string; hint?: string } & (
  | { kind: 'text' | 'area' | 'city' | 'link' | 'company'; max: number }
  | { kind: 'year' | 'number' }
  | { kind: 'words'; words: readonly string[] }
  | { kind: 'one' | 'several'; list: ListName }
)

export interface ProfileForm {
  title: string
  fields: readonly FormField[]
  /** Current values by field name. */
  read: (own: OwnProfile) => Record<string, unknown>
  operation: Operation<unknown, never>
  /** Name of the variable that wraps the values, if the operation needs one. */
  wrap?: string
}

const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id)
const operation = (made: unknown) => made as Operation<unknown, never>

/** Form value of a field: text, number, or the ids of the chosen items. */
const valueOf = ({ kind }: ProfileField, stored: unknown): unknown =>
  kind === 'several'
    ? idsOf((stored ?? []) as { id: number }[])
    : kind === 'one'
      ? ((stored as { id: number } | null | undefined)?.id ?? null)
      : (stored ?? (kind === 'text' || kind === 'area' ? '' : null))

/** The fields of `PROFILE_FIELDS` that belong to the form, in catalog order. */
function fieldsOf(form: ProfileFormName): Pick<ProfileForm, 'fields' | 'read'> {
  const names = PROFILE_FIELD_NAMES.filter((name) => PROFILE_FIELDS[name].form === form)
  return {
    fields: names.map((name) => ({ name, ...(PROFILE_FIELDS[name] as ProfileField) })),
    read: (own) => {
      const stored: Partial<Record<ProfileFieldName, unknown>> = { ...own.legal, ...own }
      return Object.fromEntries(names.map((name) => [name, valueOf(PROFILE_FIELDS[name], stored[name])]))
    },
  }
}

export const FORMS = {
  basic: { title: 'Name, title, and location', operation: operation(UpdateBasicInformation), ...fieldsOf('basic') },
  status: { title: 'Status', operation: operation(UpdateStatus), ...fieldsOf('status') },
  bio: { title: 'Bio', operation: operation(UpdateBio), ...fieldsOf('bio') },
  work: { title: 'Work', operation: operation(UpdateGeneralInformation), ...fieldsOf('work') },
  topics: { title: 'Expertise', operation: operation(UpdateGeneralInformation), ...fieldsOf('topics') },
  finance: {
    title: 'Team and industry groups',
    operation: operation(UpdateFinanceInformation),
    ...fieldsOf('finance'),
  },
  legal: {
    title: 'Legal background',
    operation: operation(UpdateGeneralInformation),
    wrap: 'legal',
    ...fieldsOf('legal'),
  },
  company: {
    title: 'Company',
    operation: operation(UpdateUserCompanyDetails),
    fields: [
      {
        name: 'name',
        label: 'Company name',
        kind: 'company',
        max: NAME_LENGTH,
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

/** Returns only the changed fields. */
export function changesOf(fields: readonly FormField[], before: Record<string, unknown>, now: Record<string, unknown>) {
  const changed = fields.filter(
    ({ name }) => JSON.stringify(before[name] ?? null) !== JSON.stringify(now[name] ?? null),
  )
  return Object.fromEntries(changed.map(({ name }) => [name, now[name] ?? null]))
}
