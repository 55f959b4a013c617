import { useEffect, useRef } from 'react'
import styles from '#web/writing/sensitive-content/SensitiveContentNotice.module.css'
import { Button } from '#web/kit/Button.tsx'

/** Shown if the check could not be loaded: the author decides whether to send the text unchecked. */
export function CareMissing({ onCheck, onSend }: { onCheck: () => void; onSend: () => void }) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  return (
    <section ref={section} tabIndex={-1} role="group" aria-labelledby="care-missing-title" className={styles.notice}>
      <h3 id="care-missing-title" className={styles.title}>
        We couldn’t check this text
      </h3>
      <p>
        The check for names, numbers, and other sensitive details didn’t load. Nothing has been sent. If checking again
        doesn’t help, reload the page: your text is saved.
      </p>
      <div className={styles.acts}>
        <Button look="quiet" onClick={onCheck}>
          Check again
        </Button>
        <Button look="bare" onClick={onSend}>
          Send without the check
        </Button>
      </div>
    </section>
  )
}
