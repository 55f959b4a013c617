import { THREAD_TYPES, type ThreadType } from '#shared/discussions.ts'
import styles from '#web/features/discussions/new-thread/NewThreadKinds.module.css'
import { isKindOffered } from '#web/features/discussions/new-thread/kinds-offered.ts'
import { FORM_WORDS } from '#web/features/discussions/new-thread/new-thread-texts.ts'
import { useUser } from '#web/platform/session/session.ts'
import { RadioButton } from '#web/kit/forms/RadioButton.tsx'

const ORDER = [
  'discussion',
  'document_request',
  'poll',
  'recommendation_request',
] satisfies (typeof THREAD_TYPES)[number][]

/** Selects the thread type. Changing it preserves all text. */
export function KindChoice({ kind, onChange }: { kind: ThreadType; onChange: (kind: ThreadType) => void }) {
  const viewer = useUser()
  return (
    <fieldset className={styles.kinds}>
      <legend className="visually-hidden">Type</legend>
      {ORDER.filter((each) => each === kind || isKindOffered(viewer, each)).map((each) => (
        <RadioButton
          key={each}
          className={styles.kind}
          name="new-thread-kind"
          checked={each === kind}
          onChange={() => onChange(each)}
        >
          <span>{FORM_WORDS[each].kind}</span>
        </RadioButton>
      ))}
    </fieldset>
  )
}
