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
import { LEGAL_PATHS, LEGAL_TITLES, type LegalKind } from '#shared/onboarding.ts'
import { legalTextsQuery, useGuidesChanged, type LegalText } from '#web/features/onboarding/guide-desk.queries.ts'
import styles from '#web/features/onboarding/GuidesPage.module.css'
import { Button } from '#web/kit/Button.tsx'
import { AreaField, Field } from '#web/kit/Field.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { useUser } from '#web/platform/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import { toast } from '#web/platform/toasts.ts'
import { useSending } from '#web/platform/use-sending.ts'

/** Staff publish a new version of what members accept. Nothing that was published changes. */
export function LegalTextsPage() {
  const { data, isError, refetch } = useQuery(legalTextsQuery)
  return (
    <StaffPage title="Legal texts" lede="What members accept. Each version is kept, with who accepted it.">
      {isError && !data && (
        <StatePage title="We could not load the texts" again={refetch}>
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
                {text.is_in_force ? 'In force since' : 'Published'} {longDate(text.published_at, time_zone)}.{' '}
                {text.asks_again && 'Members were asked again. '}
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
          <Button
            aria-label={`Write a new version of the ${LEGAL_TITLES[kind].toLowerCase()}`}
            onClick={() => setOpen(true)}
          >
            Write a new version
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
  const { form, ask, isSending, of, sentence, object } = useSending(FIELDS)
  const changed = useGuidesChanged()
  const version = (latest?.version ?? 0) + 1
  const publish = async () => {
    const given = { title: title.trim(), sections: sectionsOf(text), asks_again: asksAgain, change_note: note.trim() }
    const wrong = legalProblem(given)
    if (wrong) return object(wrong)
    if (!(await ask(PublishLegalText, { kind, based_on: version - 1, ...given }))) return
    toast.success(`Version ${version} is in force`)
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
      <AreaField
        rows={18}
        label="Text"
        hint="A line that begins with “# ” is the title of a section; an empty line parts paragraphs."
        value={text}
        problem={of('sections')}
        onChange={({ target }) => setText(target.value)}
      />
      <label className={styles.tick}>
        <input type="checkbox" checked={asksAgain} onChange={({ target }) => setAsksAgain(target.checked)} />
        <span>Ask members who accepted an earlier version to accept this one before they go on</span>
      </label>
      <AreaField
        label={asksAgain ? 'What has changed' : 'What has changed (optional)'}
        hint="Members read it beside the text. A sentence or two."
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
