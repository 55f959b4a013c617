/** The parts of the form of a network. */
import { useQuery } from '@tanstack/react-query'
import type { useForm } from '#web/platform/forms/use-form.ts'
import { MENU_SECTION_LABELS, NETWORK_NAME, type FieldSection, type NetworkField } from '#shared/network-fields.ts'
import { MENU_SECTIONS } from '#shared/networks.ts'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { Field, SelectField, TextAreaField } from '#web/kit/forms/Field.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import type { FormValues } from '#web/features/networks/network-form.ts'
import { disciplinesQuery } from '#web/features/networks/networks.queries.ts'
import { ThemeChoice } from '#web/features/networks/ThemeChoice.tsx'
import { usePageProps } from '#web/platform/page-props.ts'
import styles from './Networks.module.css'

export type NetworkForm = ReturnType<typeof useForm<FormValues>>

/** A value that is text. */
const textOf = (form: NetworkForm, name: string) => ({ ...form.field(name), value: String(form.values[name]) })

interface NameProps {
  form: NetworkForm
  /** The address of a network that has one. */
  slug: string | undefined
  localPart: string | undefined
  onName: (name: string) => void
}

export function NameFields({ form, slug, localPart, onName }: NameProps) {
  const { mailDomain } = usePageProps()
  const disciplines = useQuery(disciplinesQuery).data?.managed_disciplines ?? []
  const list = `${localPart ?? (String(form.values['slug']) || '…').replaceAll('-', '.')}@${mailDomain}`
  const name = textOf(form, 'display_name')
  return (
    <Section title="Name and address">
      <div className={styles.fields}>
        <div className={styles.pair}>
          <Field
            label="Name"
            hint="Members see it on every page and in each email."
            autoComplete="off"
            maxLength={NETWORK_NAME}
            {...name}
            onChange={(event) => {
              name.onChange(event)
              onName(event.target.value)
            }}
          />
          {slug === undefined ? (
            <Field label="Address" hint={`Email goes to ${list}`} autoComplete="off" {...textOf(form, 'slug')} />
          ) : (
            <Field label="Address" hint="Links and imports use it, so it can’t be changed." value={slug} readOnly />
          )}
        </div>
        <div className={styles.pair}>
          <SelectField label="Discipline" hint="Who its members are." {...textOf(form, 'discipline_id')}>
            <option value="">Choose</option>
            {disciplines.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </SelectField>
          <Field
            label="Support address"
            type="email"
            hint="Where members write for help."
            autoComplete="off"
            {...textOf(form, 'support_email')}
          />
        </div>
        <ThemeChoice {...textOf(form, 'theme')} />
      </div>
    </Section>
  )
}

export const MenuFields = ({ form }: { form: NetworkForm }) => (
  <Section title="Menu">
    <p className={styles.about}>
      A section that’s turned off isn’t in the menu, and its pages don’t exist for members.
    </p>
    <div className={styles.switches}>
      {MENU_SECTIONS.map((section) => (
        <CheckboxField key={section} label={MENU_SECTION_LABELS[section]} {...form.checkbox(`menu_${section}`)} />
      ))}
    </div>
  </Section>
)

interface SectionsProps {
  form: NetworkForm
  sections: readonly FieldSection[]
}

export const FieldSections = ({ form, sections }: SectionsProps) =>
  sections.map((section) => <PlainSection key={section.title} form={form} section={section} />)

const PlainSection = ({ form, section: { title, about, fields } }: { form: NetworkForm; section: FieldSection }) => (
  <Section title={title}>
    <p className={styles.about}>{about}</p>
    <div className={styles.fields}>
      {fields.map((field) => (
        <PlainField key={field.name} form={form} field={field} />
      ))}
    </div>
  </Section>
)

function PlainField({ form, field: { name, kind, label, hint, limit } }: { form: NetworkForm; field: NetworkField }) {
  if (kind === 'switch') return <CheckboxField label={label} hint={hint} {...form.checkbox(name)} />
  const control = { label, hint, ...textOf(form, name) }
  if (kind === 'text') return <TextAreaField rows={3} {...control} />
  return (
    <Field
      {...control}
      autoComplete="off"
      {...(kind === 'url' && { inputMode: 'url' })}
      {...(kind === 'seconds' && { inputMode: 'numeric' })}
      {...(limit && { maxLength: limit })}
    />
  )
}
