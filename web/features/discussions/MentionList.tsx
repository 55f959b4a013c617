import { createPortal } from 'react-dom'
import { personLine } from '#shared/people.ts'
import type { SuggestionState } from '#web/features/discussions/member-mention.ts'
import styles from '#web/features/discussions/MentionList.module.css'

const WIDTH = 300
const ROW = 52

/** Members whose names begin as typed. The focus stays in the text; arrows choose. */
export function MentionList({ state }: { state: SuggestionState }) {
  const { members, query, isLoading, chosen, rect, choose, point } = state
  if (rect === null || query.trim() === '' || (members.length === 0 && (isLoading || /\s/.test(query)))) return null
  const height = Math.min(290, Math.max(1, members.length) * ROW + 16)
  const isAbove = rect.bottom + height > innerHeight && rect.top > height
  const place = {
    left: Math.max(8, Math.min(rect.left, innerWidth - WIDTH - 8)),
    ...(isAbove ? { bottom: innerHeight - rect.top + 6 } : { top: rect.bottom + 6 }),
  }
  const readers = members.filter(({ can_read }) => can_read).length
  const chosenName = readers > 0 ? members[chosen]?.name : undefined
  return createPortal(
    <div className={styles.list} style={place}>
      <p role="status" className="visually-hidden">
        {chosenName ? `${chosenName}, ${chosen + 1} of ${readers}` : 'Nobody of that name can read this.'}
      </p>
      {members.length === 0 && <p className={styles.none}>Nobody of that name can read this.</p>}
      <ul role="listbox" aria-label="Members">
        {members.map((member, index) => (
          <li
            key={member.id}
            role="option"
            aria-selected={member.can_read && index === chosen}
            aria-disabled={!member.can_read}
            onPointerMove={() => member.can_read && index !== chosen && point(index)}
            onMouseDown={(event) => {
              event.preventDefault()
              choose(member)
            }}
          >
            <b>{member.name}</b>
            <span>{member.can_read ? personLine(member) : 'Cannot read this, so cannot be named'}</span>
          </li>
        ))}
      </ul>
    </div>,
    document.body,
  )
}
