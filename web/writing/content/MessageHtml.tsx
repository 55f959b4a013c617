import { memo } from 'react'
import styles from '#web/writing/content/MessageHtml.module.css'

/** The only place where members' text enters the page as HTML: it was sanitized before it was stored. */
export const MessageHtml = memo(function MessageHtml({ html, className }: { html: string; className: string }) {
  return <div className={`${styles.html} ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
})
