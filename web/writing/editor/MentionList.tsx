import { createPortal } from 'react-dom'
import { personLine } from '#shared/people.ts'
import { canBeMentioned, type MentionCandidate, type SuggestionState } from '#web/writing/editor/member-mention.ts'
import styles from '#web/writing/editor/MentionList.module.css'

const WIDTH = 320
const ROW = 52
const TITLE = 28
const HIGHEST = 330

const nameOf = (one: MentionCandidate) => (one.isMember ? one.member.name : one.outside.name)

/** Suggestions for the letters after @, in groups. The focus stays in the text; arrow keys choose. */
export function MentionList({ state }: { state: SuggestionState }) {
  const { found, query, isLoading, chosen, rect } = state
  if (rect === null || query.trim() === '' || (found.length === 0 && (isLoading || /\s/.test(query)))) return null
  const groups = [
    { label: 'Members', indexes: found.flatMap((one, index) => (one.isMember ? [index] : [])) },
    { label: 'Experts', indexes: found.flatMap((one, index) => (one.isMember ? [] : [index])) },
  ].filter(({ indexes }) => indexes.length > 0)
  const height = Math.min(HIGHEST, Math.max(1, found.length) * ROW + groups.length * TITLE + 16)
  const isAbove = rect.bottom + height > innerHeight && rect.top > height
  const place = {
    left: Math.max(8, Math.min(rect.left, innerWidth - WIDTH - 8)),
    ...(isAbove ? { bottom: innerHeight - rect.top + 6 } : { top: rect.bottom + 6 }),
  }
  const nameable = found.filter(canBeMentioned)
  const at = found[chosen]
  return createPortal(
    <section aria-label="Suggestions" className={styles.list} style={place}>
      <p role="status" className="visually-hidden">
        {at
          ? `${nameOf(at)}, ${at.isMember ? 'member' : 'expert'}, ${nameable.indexOf(at) + 1} of ${nameable.length}`
          : 'No one by that name can read this.'}
      </p>
      {found.length === 0 && <p className={styles.none}>No one by that name can read this.</p>}
      <div role="listbox" aria-label="Mention someone" data-mentions>
        {groups.map(({ label, indexes }) => (
          <ul key={label} role="group" aria-label={label}>
            <li role="presentation" className={styles.title}>
              {label}
            </li>
            {indexes.map((index) => (
              <Option key={index} one={found[index]!} index={index} state={state} />
            ))}
          </ul>
        ))}
      </div>
    </section>,
    document.body,
  )
}

interface OptionProps {
  one: MentionCandidate
  index: number
  state: SuggestionState
}

function Option({ one, index, state: { chosen, choose, point } }: OptionProps) {
  const isOpen = canBeMentioned(one)
  return (
    <li
      role="option"
      aria-selected={index === chosen}
      aria-disabled={!isOpen}
      // Scrolls the chosen row into view for the arrow keys; a pointer is already on its row.
      ref={(row) => void (index === chosen && row?.scrollIntoView({ block: 'nearest' }))}
      onPointerMove={() => isOpen && index !== chosen && point(index)}
      onMouseDown={(event) => {
        event.preventDefault()
        choose(one)
      }}
    >
      <b>{nameOf(one)}</b>
      <span>{lineOf(one)}</span>
    </li>
  )
}

function lineOf(one: MentionCandidate): string {
  if (!one.isMember) return one.outside.line
  return one.member.can_read ? personLine(one.member) : 'Can’t read this, so can’t be mentioned'
}
