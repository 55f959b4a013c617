import { IconArrowUpRight, IconLock } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import type { Citation } from '#web/features/assistant/assistant.queries.ts'
import { openLabel, privateLine } from '#web/features/assistant/assistant-texts.ts'
import styles from '#web/features/assistant/sources/Sources.module.css'
import { buttonClass, type ButtonVariant } from '#web/kit/Button.tsx'
import { isForBrowser, navigateTo, openInFront } from '#web/platform/navigation/navigation.ts'

/** The words that were used, marked where they stand. */
export const Passage = ({ source: { before, quote, after } }: { source: Citation }) => (
  <p className={styles.passage}>
    {before} <mark>{quote}</mark> {after}
  </p>
)

export const PrivateLine = ({ source }: { source: Citation }) => (
  <p className={styles.private}>
    <IconLock size={15} stroke={1.6} aria-hidden /> {privateLine(source)}
  </p>
)

/** Of these, the page opens in front, so that the answer stays; others have a page of their own. */
const IN_FRONT = /^\/(feed|members|experts)\/\d+/

/** Opens the source at the place of the quote. */
export function OpenLink({ source, look = 'bare' }: { source: Citation; look?: ButtonVariant }) {
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (IN_FRONT.test(source.url)) return openInFront(event)
    if (isForBrowser(event)) return
    event.preventDefault()
    navigateTo(source.url)
  }
  return (
    <a
      href={source.url}
      className={buttonClass(look)}
      onClick={onClick}
      aria-label={`${openLabel(source)}: ${source.title}`}
    >
      {look === 'bare' && <IconArrowUpRight stroke={1.6} aria-hidden />} {openLabel(source)}
    </a>
  )
}

/** "Peer Document, version 3, page 6. Ingrid Solheim" */
export const aboutSource = ({ detail, author_name }: Citation): string =>
  [detail, author_name].filter(Boolean).join('. ')
