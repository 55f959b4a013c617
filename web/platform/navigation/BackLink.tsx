import { backLabelOf } from '#shared/back-targets.ts'
import { ROUTES } from '#shared/routes.ts'
import styles from '#web/platform/navigation/BackLink.module.css'
import { useBackLink } from '#web/platform/navigation/back-link.ts'

/** Of a page that was opened first, as `fallbackPath` chooses: from the server on, so that it does not change. */
const FIRST = (
  <>
    <span className={styles.wide}>{backLabelOf(ROUTES.home)}</span>
    <span className={styles.small}>{backLabelOf(ROUTES.feed)}</span>
  </>
)

/** A back link labeled with its target. */
export function BackLink() {
  const { label, href, onClick } = useBackLink()
  return (
    <a className={styles.back} data-back="" href={href} onClick={onClick}>
      {label ?? FIRST}
    </a>
  )
}
