import { IconAlertCircle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import {
  closeToast,
  pauseToast,
  resumeToast,
  useToasts,
  type Toast,
  type ToastVariant,
} from '#web/platform/toasts/toasts.ts'
import styles from './Toasts.module.css'

const ICONS: Record<ToastVariant, typeof IconX> = { success: IconCheck, error: IconAlertCircle, info: IconInfoCircle }

/** The region is always in the page: screen readers announce only what is added to an existing region. */
export function Toasts() {
  const toasts = useToasts()
  return (
    <section className={styles.region} aria-label="Notices">
      <ul aria-live="polite" aria-relevant="additions">
        {toasts.map((each) => (
          <ToastItem key={each.id} toast={each} />
        ))}
      </ul>
    </section>
  )
}

function ToastItem({ toast: { id, variant, title, text, act } }: { toast: Toast }) {
  const Icon = ICONS[variant]
  return (
    <li
      className={`${styles.toast} ${styles[variant]}`}
      onPointerEnter={() => pauseToast(id)}
      onPointerLeave={() => resumeToast(id)}
      onFocus={() => pauseToast(id)}
      onBlur={() => resumeToast(id)}
    >
      <Icon aria-hidden="true" className={styles.icon} />
      <div>
        <p className={styles.title}>{title}</p>
        {text && <p className={styles.text}>{text}</p>}
        {act && (
          <button
            type="button"
            className={styles.act}
            onClick={() => {
              closeToast(id)
              act.run()
            }}
          >
            {act.label}
          </button>
        )}
      </div>
      <button type="button" className={styles.close} aria-label={`Close: ${title}`} onClick={() => closeToast(id)}>
        <IconX aria-hidden="true" />
      </button>
    </li>
  )
}
