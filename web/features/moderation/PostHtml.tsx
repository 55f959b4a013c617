import styles from '#web/features/moderation/StaffPage.module.css'

/** A post as members see it; its HTML was sanitized before it was stored. */
export function PostHtml({ html }: { html: string }) {
  return <div className={`t-reply ${styles.html}`} dangerouslySetInnerHTML={{ __html: html }} />
}
