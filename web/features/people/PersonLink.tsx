import type { MouseEvent } from 'react'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { memberPath } from '#shared/people.ts'
import styles from '#web/features/people/PersonLink.module.css'
import { classes } from '#web/kit/classes.ts'
import { navigateTo } from '#web/platform/navigation.ts'

interface Props {
  person: { id: number; name: string }
  className?: string | undefined
  /** Found by a search, which the address then says. */
  isFound?: boolean
}

/** A member's name, which leads to their page. Who wrote without a name has none. */
export function PersonLink({ person, className, isFound = false }: Props) {
  if (person.id === ANONYMOUS_USER_ID) return <span className={className}>{person.name}</span>
  return (
    <a
      className={classes(styles.link, className)}
      href={memberPath(person.id, isFound ? { s: 'members', sid: String(person.id) } : {})}
      onClick={stayInside}
    >
      {person.name}
    </a>
  )
}

/** Not the router's link: a page of a thread names a thousand people, and each of those would watch the address. */
export function stayInside(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  navigateTo(event.currentTarget.getAttribute('href')!)
}
