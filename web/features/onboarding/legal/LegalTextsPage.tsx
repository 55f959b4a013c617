import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PublishLegalText } from '#api/operations.ts'
import { longDate } from '#shared/kit/dates.ts'
import {
  CHANGE_NOTE_LENGTH,
  legalProblem,
  LEGAL_TITLE_LENGTH,
  sectionsOf,
  textOf,
  type LegalSection,
} from '#shared/legal-texts.ts'
import { LEGAL_PATHS, LEGAL_TITLES, type LegalKind } from '#shared/legal-documents.ts'
import { legalTextsQuery, refreshGuides, type LegalText } from '#web/features/onboarding/guides/guide-admin.queries.ts'
import styles from '#web/features/onboarding/guides/GuidesPage.module.css'
import { execute } from '#web/platform/api/operations.ts'
import { Button } from '#web/kit/Button.tsx'
import { TextAreaField, Field } from '#web/kit/forms/Field.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'

/** Staff publish new versions of the legal texts. Published versions never change. */
export function LegalTextsPage() {
  const { data, isError, refetch } = useQuery(legalTextsQuery)
  return (
    <StaffPage
      title="Legal texts"
      lede="The agreements members accept. Every version is kept, with a record of who accepted it."
    >
      {isError && !data && (
        <StatePage title="We couldn’t load the legal texts" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!data && !isError && <Skeleton width="most" />}
      {data &&
        (Object.keys(LEGAL_TITLES) as LegalKind[]).map((kind) => (
          <Kind key={kind} kind={kind} versions={data.staff_legal_texts.filter((text) => text.kind === kind)} />
        ))}
    </StaffPage>
  )
}

function Kind({ kind, versions }: { kind: LegalKind; versions: readonly LegalText[] }) {
  const [isOpen, setOpen] = useState(false)
  const { time_zone } = useUser()
  const title = `${kind}-title`
  return (
    <section className={styles.section} aria-labelledby={title}>
      <h2 id={title} className={`t-section ${styles.title}`}>
        {LEGAL_TITLES[kind]}
      </h2>
      <ul className={styles.versions}>
        {versions.map((text) => (
          <li key={text.id} className={styles.row}>
            <span className={styles.place} aria-hidden="true">
              {text.version}
            </span>
            <div>
              <p className={styles.name}>
                {text.is_in_force ? <a href={LEGAL_PATHS[kind]}>Version {text.version}</a> : `Version ${text.version}`}
              </p>
              {text.change_note && <p className={styles.words}>{text.change_note}</p>}
              <p className={`t-meta ${styles.facts}`}>
                {text.is_in_force ? 'In effect since' : 'Published'} {longDate(text.published_at, time_zone)}.{' '}
                {text.asks_again && 'Members were asked to accept again. '}
                {text.num_of_acceptances === 1
                  ? '1 member accepted it.'
                  : `${text.num_of_acceptances.toLocaleString('en-US')} members accepted it.`}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {isOpen ? (
        <NewVersion kind={kind} latest={versions[0]} onClose={() => setOpen(false)} />
      ) : (
        <p className={styles.add}>
          <Button aria-label={`New version of the ${LEGAL_TITLES[kind].toLowerCase()}`} onClick={() => setOpen(true)}>
            New version
          </Button>
        </p>
      )}
    </section>
  )
}

interface Written {
  title: string
  sections: string
  asks_again: boolean
  change_note: string
}
const textFrom = ({ title, sections, asks_again, change_note }: Written) => ({
  title: title.trim(),
  sections: sectionsOf(sections),
  asks_again,
  change_note: change_note.trim(),
})

interface NewVersionProps {
  kind: LegalKind
  latest: LegalText | undefined
  onClose: () => void
}

function useNewVersion({ kind, latest, onClose }: NewVersionProps) {
  const client = useQueryClient()
  const version = (latest?.version ?? 0) + 1
  const form = useForm({
    initial: {
      title: latest?.title ?? LEGAL_TITLES[kind],
      // A single text here; the server's errors use this field name.
      sections: textOf((latest?.sections ?? []) as LegalSection[]),
      asks_again: false,
      change_note: '',
    },
    check: (values) => legalProblem(textFrom(values)),
    submit: async (values) => {
      await execute(PublishLegalText, { kind, based_on: version - 1, ...textFrom(values) })
      await refreshGuides(client)
    },
    success: `Version ${version} is in effect`,
    onDone: onClose,
  })
  return { version, form }
}

function NewVersion(props: NewVersionProps) {
  const { version, form } = useNewVersion(props)
  return (
    <form
      {...form.props}
      className={styles.form}
      noValidate
      aria-label={`New version of the ${LEGAL_TITLES[props.kind].toLowerCase()}`}
    >
      <FormProblem>{form.problem}</FormProblem>
      <Field label="Title" autoFocus maxLength={LEGAL_TITLE_LENGTH} {...form.field('title')} />
      <TextAreaField
        rows={18}
        label="Text"
        hint="Start a line with “# ” to make it a section title. Leave a blank line between paragraphs."
        {...form.field('sections')}
      />
      <CheckboxField
        label="Require members to accept this version before they continue"
        {...form.checkbox('asks_again')}
      />
      <TextAreaField
        label={form.values.asks_again ? 'What changed' : 'What changed (optional)'}
        hint="Shown to members next to the text. One or two sentences."
        rows={2}
        maxLength={CHANGE_NOTE_LENGTH}
        {...form.field('change_note')}
      />
      <div className={styles.end}>
        <SubmitButton isPending={form.isPending}>Publish version {version}</SubmitButton>
        <Button look="bare" onClick={props.onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
