import { useEffect, useRef } from 'react'
import {
  SENSITIVE_KINDS,
  SENSITIVE_REASONS,
  type SensitiveFinding,
} from '#shared/sensitive-content/sensitive-content.ts'
import { namesInWords } from '#shared/discussions.ts'
import styles from '#web/writing/sensitive-content/SensitiveContentNotice.module.css'
import { Button } from '#web/kit/Button.tsx'

const SHOWN_OF_A_KIND = 4

/** The findings of the check, shown once before the text is sent. */
export default function SensitiveContentNotice({
  findings,
  onPost,
  onChange,
}: {
  findings: readonly SensitiveFinding[]
  onPost: () => void
  onChange: () => void
}) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [findings])
  const kinds = SENSITIVE_KINDS.map((kind) => ({ kind, words: findings.filter((one) => one.kind === kind) })).filter(
    ({ words }) => words.length > 0,
  )
  return (
    <section ref={section} tabIndex={-1} role="group" aria-labelledby="care-title" className={styles.notice}>
      <h3 id="care-title" className={styles.title}>
        Before you send this
      </h3>
      <ul className={styles.findings}>
        {kinds.map(({ kind, words }) => (
          <li key={kind}>
            <q className={styles.words}>{namesInWords(words.slice(0, SHOWN_OF_A_KIND).map((one) => one.words))}</q>{' '}
            {SENSITIVE_REASONS[kind]}.
          </li>
        ))}
      </ul>
      <p className={styles.where}>This check runs on your device. Nothing has been sent.</p>
      <div className={styles.acts}>
        <Button look="bare" onClick={onPost}>
          Send as is
        </Button>
        <Button look="quiet" onClick={onChange}>
          Edit text
        </Button>
      </div>
    </section>
  )
}
