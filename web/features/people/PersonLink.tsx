import type { MouseEvent } from 'react'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { memberPath } from '#shared/people.ts'
import styles from '#web/features/people/PersonLink.module.css'
import { classNames } from '#web/kit/class-names.ts'
import { isForBrowser, navigateTo, openInFront } from '#web/platform/navigation/navigation.ts'

interface Props {
  person: { id: number; name: string }
  className?: string | undefined
  /** Found by a search, which the address then says. */
  isFound?: boolean
  /** Opens over the list that it stands in. */
  isOverList?: boolean
}

/** A member's name, which leads to their page. Who wrote without a name has none. */
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

/** Not the router's link: a page of a thread names a thousand people, and each of those would watch the address. */
export function keepInOverlay(event: MouseEvent<HTMLAnchorElement>): void {
  if (isForBrowser(event)) return
  event.preventDefault()
  navigateTo(event.currentTarget.getAttribute('href')!)
}
