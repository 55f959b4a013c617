import { IconCheck } from '@tabler/icons-react'
import { notCleaned } from '#shared/documents.ts'
import { isHiddenPart, REMOVE_HIDDEN } from '#shared/uploads.ts'
import type { FileCheck } from '#web/features/documents/documents.queries.ts'
import type { FileState } from '#web/features/documents/share/use-document-file.ts'
import styles from '#web/features/documents/Documents.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Checkbox } from '#web/kit/forms/Controls.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'

interface Props {
  state: FileState
  isKept: boolean
  onKeep: (isKept: boolean) => void
  onRemoveHidden: () => void
}

const QUESTIONS: Readonly<Record<string, string>> = {
  hidden_sheet: 'Hidden sheet',
  hidden_slide: 'Hidden slide',
  hidden_text: 'Hidden text',
  comments: 'Comments',
  tracked_changes: 'Tracked changes',
  embedded_object: 'Embedded file',
}
const hiddenParts = ({ questions }: FileCheck) => questions.filter(isHiddenPart)
const shownParts = ({ questions }: FileCheck) => questions.filter((question) => !isHiddenPart(question))
/** What may stay if the member confirms it. */
const openPlaces = (check: FileCheck) => check.findings.length + shownParts(check).length

/** Why the button does nothing yet; null if it can be pressed. */
export function undecided(state: FileState, isAnonymous: boolean, isKept: boolean): string | null {
  if (state.is === 'uploading') return 'The file is still being uploaded'
  if (!isAnonymous || state.is !== 'ready') return null
  if (!state.check) return state.checkProblem ? 'This file can’t be checked' : 'The file is still being read'
  if (state.check.outcome !== 'cleaned') return 'This file can’t be cleaned'
  if (hiddenParts(state.check).length > 0) return 'Decide about what is hidden in the file first'
  return openPlaces(state.check) > 0 && !isKept ? 'Read what is still in the file first' : null
}

/** What was removed from a file, and what readers would still see. Nothing is decided without the member. */
export function CleaningReport({ state, isKept, onKeep, onRemoveHidden }: Props) {
  if (state.is !== 'ready') return null
  const { check, checkProblem } = state
  if (checkProblem)
    return (
      <p role="alert" className={styles.problem}>
        {checkProblem}
      </p>
    )
  if (!check)
    return (
      <Section title="Removed from the file">
        <p role="status" className={styles.facts}>
          Reading the file
        </p>
        <Skeleton width="most" />
      </Section>
    )
  if (check.outcome !== 'cleaned')
    return (
      <p role="alert" className={styles.problem}>
        {notCleaned(check.outcome)}
      </p>
    )
  return (
    <>
      <Removed check={check} />
      {hiddenParts(check).length > 0 && <Hidden parts={hiddenParts(check)} onRemove={onRemoveHidden} />}
      {openPlaces(check) > 0 && <StillThere check={check} isKept={isKept} onKeep={onKeep} />}
    </>
  )
}

const Removed = ({ check: { removed } }: { check: FileCheck }) => (
  <Section title="Removed from the file">
    <ul className={styles.report}>
      {removed.map((what) => (
        <li key={what}>
          <IconCheck size={18} stroke={1.8} aria-hidden />
          {what}
        </li>
      ))}
      {removed.length === 0 && <li>Nothing in this file identified you.</li>}
    </ul>
    <p className={styles.note}>
      The cleaned file was searched again for your name, your email address and your company. The file that you uploaded
      is deleted when you submit.
    </p>
  </Section>
)

const Questions = ({ questions }: { questions: FileCheck['questions'] }) =>
  questions.map(({ kind, where, text }, index) => (
    <li key={`q${index}`}>
      <b>
        {QUESTIONS[kind] ?? kind}, {where}
      </b>
      <p>{text}</p>
    </li>
  ))

/** Readers may find this without being meant to, so that it never goes by mistake. */
const Hidden = ({ parts, onRemove }: { parts: FileCheck['questions']; onRemove: () => void }) => (
  <Section title="Hidden in the file">
    <p className={styles.note}>
      Readers don’t see this at first, but they can find it. Have it removed, or show it in your own copy and choose
      that file above. Formulas that used it keep their values.
    </p>
    <ul className={styles.report}>
      <Questions questions={parts} />
    </ul>
    <Button onClick={onRemove}>{REMOVE_HIDDEN}</Button>
  </Section>
)

function StillThere({ check, isKept, onKeep }: { check: FileCheck } & Pick<Props, 'isKept' | 'onKeep'>) {
  const places = openPlaces(check)
  return (
    <Section title="Still in the file">
      <p className={styles.note}>
        Readers could see this. Nothing is changed without you: confirm that it may stay, or correct the file and choose
        it again.
      </p>
      <ul className={styles.report}>
        {check.findings.map(({ where, text, token }, index) => (
          <li key={index}>
            <b>
              {where}: “{token}”
            </b>
            <p>{text}</p>
          </li>
        ))}
        <Questions questions={shownParts(check)} />
      </ul>
      <Checkbox
        label={`I have read ${places === 1 ? 'this place' : `these ${places} places`}. They may stay.`}
        checked={isKept}
        onChange={({ target }) => onKeep(target.checked)}
      />
    </Section>
  )
}
