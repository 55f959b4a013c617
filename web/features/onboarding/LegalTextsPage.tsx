import { useQuery } from '@tanstack/react-query'
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
import { legalTextsQuery, useGuidesChanged, type LegalText } from '#web/features/onboarding/guide-admin.queries.ts'
import styles from '#web/features/onboarding/GuidesPage.module.css'
import { Button } from '#web/kit/Button.tsx'
import { TextAreaField, Field } from '#web/kit/Field.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import { toast } from '#web/platform/toasts/toasts.ts'
import { useForm } from '#web/platform/forms/use-sending.ts'

/** Staff publish a new version of what members accept. Nothing that was published changes. */
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

const FIELDS = ['title', 'sections', 'change_note']

function NewVersion({
  kind,
  latest,
  onClose,
}: {
  kind: LegalKind
  latest: LegalText | undefined
  onClose: () => void
}) {
  const [title, setTitle] = useState(latest?.title ?? LEGAL_TITLES[kind])
  const [text, setText] = useState(() => textOf((latest?.sections ?? []) as LegalSection[]))
  const [asksAgain, setAsksAgain] = useState(false)
  const [note, setNote] = useState('')
  const { form, ask, isSending, of, sentence, object } = useForm(FIELDS)
  const changed = useGuidesChanged()
  const version = (latest?.version ?? 0) + 1
  const publish = async () => {
    const given = { title: title.trim(), sections: sectionsOf(text), asks_again: asksAgain, change_note: note.trim() }
    const wrong = legalProblem(given)
    if (wrong) return object(wrong)
    if (!(await ask(PublishLegalText, { kind, based_on: version - 1, ...given }))) return
    toast.success(`Version ${version} is in effect`)
    await changed()
    onClose()
  }
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-label={`New version of the ${LEGAL_TITLES[kind].toLowerCase()}`}
      onSubmit={(event) => {
        event.preventDefault()
        void publish()
      }}
    >
      {sentence && <p role="alert">{sentence}</p>}
      <Field
        label="Title"
        autoFocus
        maxLength={LEGAL_TITLE_LENGTH}
        value={title}
        problem={of('title')}
        onChange={({ target }) => setTitle(target.value)}
      />
      <TextAreaField
        rows={18}
        label="Text"
        hint="Start a line with “# ” to make it a section title. Leave a blank line between paragraphs."
        value={text}
        problem={of('sections')}
        onChange={({ target }) => setText(target.value)}
      />
      <label className={styles.tick}>
        <input type="checkbox" checked={asksAgain} onChange={({ target }) => setAsksAgain(target.checked)} />
        <span>Require members to accept this version before they continue</span>
      </label>
      <TextAreaField
        label={asksAgain ? 'What changed' : 'What changed (optional)'}
        hint="Shown to members next to the text. One or two sentences."
        rows={2}
        maxLength={CHANGE_NOTE_LENGTH}
        value={note}
        problem={of('change_note')}
        onChange={({ target }) => setNote(target.value)}
      />
      <div className={styles.end}>
        <Button look="filled" type="submit" disabled={isSending}>
          Publish version {version}
        </Button>
        <Button look="bare" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
