import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SaveDiscipline, type DisciplineType } from '#api/operations.ts'
import { DISCIPLINE_NAME, type DisciplineLink } from '#shared/network-fields.ts'
import { disciplinesQuery, NETWORK_KEYS, type ManagedDiscipline } from '#web/features/networks/networks.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field, TextAreaField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { execute } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import styles from './Networks.module.css'

const TYPES: Record<DisciplineType, string> = { finance: 'Finance', legal: 'Legal', executive: 'Executive' }

const linkLines = (links: unknown) =>
  (Array.isArray(links) ? (links as DisciplineLink[]) : []).map(({ title, url }) => `${title} ${url}`).join('\n')

/** The disciplines of members: one of each type. */
export function Disciplines() {
  const known = useQuery(disciplinesQuery).data?.managed_disciplines
  const [edited, setEdited] = useState<DisciplineType>()
  if (!known) return null
  return (
    <Section title="Disciplines">
      <p className={styles.about}>What the members of a network have in common. Several networks can share one.</p>
      <ul aria-label="Disciplines">
        {(Object.keys(TYPES) as DisciplineType[]).map((type) => {
          const discipline = known.find((each) => each.type === type)
          return (
            <li key={type} className={rows.row}>
              {edited === type ? (
                <DisciplineForm type={type} discipline={discipline} onClose={() => setEdited(undefined)} />
              ) : (
                <>
                  <div className={rows.grow}>
                    <p className={styles.name}>{discipline?.name ?? TYPES[type]}</p>
                    <p className={rows.quiet}>{discipline ? discipline.team_name : 'Not in use yet'}</p>
                  </div>
                  <Button
                    aria-label={`${discipline ? 'Edit' : 'Add'} ${discipline?.name ?? TYPES[type]}`}
                    onClick={() => setEdited(type)}
                  >
                    {discipline ? 'Edit' : 'Add'}
                  </Button>
                </>
              )}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

interface FormProps {
  type: DisciplineType
  discipline: ManagedDiscipline | undefined
  onClose: () => void
}

function DisciplineForm({ type, discipline, onClose }: FormProps) {
  const client = useQueryClient()
  const form = useForm({
    initial: {
      name: discipline?.name ?? TYPES[type],
      team_name: discipline?.team_name ?? '',
      links: linkLines(discipline?.links),
    },
    submit: async (values) => {
      const { saveDiscipline } = await execute(SaveDiscipline, { type, ...values })
      client.setQueryData(disciplinesQuery.queryKey, { managed_disciplines: saveDiscipline })
      await Promise.all(NETWORK_KEYS.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
    success: 'Discipline saved',
    onDone: onClose,
  })
  return (
    <form
      {...form.props}
      className={`${rows.grow} ${styles.form} ${styles.fields}`}
      noValidate
      aria-label={TYPES[type]}
    >
      <FormProblem>{form.problem}</FormProblem>
      <Field label="Name" autoComplete="off" maxLength={DISCIPLINE_NAME} {...form.field('name')} />
      <Field
        label="Name of a team"
        hint="For example “Legal team.”"
        autoComplete="off"
        maxLength={DISCIPLINE_NAME}
        {...form.field('team_name')}
      />
      <TextAreaField label="Links" hint="One on each line: the title, then the web address." {...form.field('links')} />
      <div className={styles.end}>
        <SubmitButton isPending={form.isPending}>Save</SubmitButton>
        <Button look="bare" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
