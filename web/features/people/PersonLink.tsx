import type { MouseEvent } from 'react'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { memberPath } from '#shared/people.ts'
import styles from '#web/features/people/PersonLink.module.css'
import { classNames } from '#web/kit/class-names.ts'
import { isForBrowser, navigateTo, openInFront } from '#web/platform/navigation/navigation.ts'

interface Props {
  person: { id: number; name: string }
  className?: string | undefined
  /** True in search results; the URL then carries the search context. */
  isFound?: boolean
  /** Opens over the list. */
  isOverList?: boolean
}

/** A member's name, linked to their page. Anonymous authors have no link. */
export function PersonLink({ person, className, isFound = false, isOverList = false }: Props) {
  if (person.id === ANONYMOUS_USER_ID) return <span className={className}>{person.name}</span>
  return (
    <a
      className={classNames(styles.link, className)}
      href={memberPath(person.id, isFound ? { s: 'members', sid: String(person.id) } : {})}
      onClick={isOverList ? openInFront : keepInOverlay}
    >
      {person.name}
    </a>
  )
}

/** Not the router's `Link`: a thread page names a thousand people, and each `Link` would subscribe to the location. */
export function keepInOverlay(event: MouseEvent<HTMLAnchorElement>): void {
  if (isForBrowser(event)) return
  event.preventDefault()
  navigateTo(event.currentTarget.getAttribute('href')!)
}
