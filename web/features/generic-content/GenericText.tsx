import { useQuery } from '@tanstack/react-query'
import type { ContentSection } from '#shared/generic-content.ts'
import { contentQuery } from '#web/features/generic-content/generic-content.queries.ts'
import styles from '#web/features/generic-content/Texts.module.css'
import { Section } from '#web/kit/layout/Section.tsx'
import { MessageHtml } from '#web/writing/content/MessageHtml.tsx'

/** A text by staff as part of another page. Without one, or if it cannot be loaded, nothing is shown. */
export function GenericText({ section, title }: { section: ContentSection; title?: string }) {
  const html = useQuery(contentQuery(section)).data?.generic_content?.html
  if (!html) return null
  const text = <MessageHtml html={html} className={`t-reply ${styles.text}`} />
  return title === undefined ? text : <Section title={title}>{text}</Section>
}
