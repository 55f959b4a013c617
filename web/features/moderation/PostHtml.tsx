import styles from '#web/features/moderation/StaffPage.module.css'

/** What a member wrote, as the others read it: it was sanitised before it was stored. */
export function PostHtml({ html }: { html: string }) {
  return <div className={`t-reply ${styles.html}`} dangerouslySetInnerHTML={{ __html: html }} />
}
