import { useEffect, useRef } from 'react'
import { CARE_KINDS, CARE_REASONS, type CareFinding } from '#shared/care.ts'
import { namesInWords } from '#shared/discussions.ts'
import styles from '#web/features/discussions/CareNotice.module.css'
import { Button } from '#web/kit/Button.tsx'

const SHOWN_OF_A_KIND = 4

/** What the look at a text found, asked once before it leaves. */
export default function CareNotice({
  findings,
  onPost,
  onChange,
}: {
  findings: readonly CareFinding[]
  onPost: () => void
  onChange: () => void
}) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [findings])
  const kinds = CARE_KINDS.map((kind) => ({ kind, words: findings.filter((one) => one.kind === kind) })).filter(
    ({ words }) => words.length > 0,
  )
  return (
    <section ref={section} tabIndex={-1} role="group" aria-labelledby="care-title" className={styles.notice}>
      <h3 id="care-title" className={styles.title}>
        Before this leaves
      </h3>
      <ul className={styles.findings}>
        {kinds.map(({ kind, words }) => (
          <li key={kind}>
            <q className={styles.words}>{namesInWords(words.slice(0, SHOWN_OF_A_KIND).map((one) => one.words))}</q>{' '}
            {CARE_REASONS[kind]}.
          </li>
        ))}
      </ul>
      <p className={styles.where}>This was looked at on your device only; nothing has been sent.</p>
      <div className={styles.acts}>
        <Button look="bare" onClick={onPost}>
          Send it as it is
        </Button>
        <Button look="quiet" onClick={onChange}>
          Change the text
        </Button>
      </div>
    </section>
  )
}
