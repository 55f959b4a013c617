import { IconArrowLeft } from '@tabler/icons-react'
import styles from '#web/platform/navigation/BackLink.module.css'
import { useBackLink } from '#web/platform/navigation/back-link.ts'

/** A back link labeled with its target. */
export function BackLink() {
  const { label, href, onClick } = useBackLink()
  return (
    <a className={styles.back} data-back="" href={href} onClick={onClick}>
      <IconArrowLeft size={18} stroke={1.6} aria-hidden />
      {label}
    </a>
  )
}
