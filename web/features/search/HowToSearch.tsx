import styles from '#web/features/search/SearchPage.module.css'
import { SideNote } from '#web/kit/layout/SideNote.tsx'

const WAYS = [
  ['“liability cap”', 'this exact phrase; in a long question, it only ranks first'],
  ['-insurance', 'without this word'],
  ['cap or ceiling', 'either word'],
  ['from:helen', 'posts by a member'],
  ['in:legal', 'in one of your networks'],
  ['type:poll', 'discussion, document, poll or recommendation'],
  ['before:2026', 'before a year, month, or day (after: works, too)'],
] as const

/** The search operators, explained to members. */
export function HowToSearch() {
  return (
    <SideNote title="Search tips">
      <dl className={styles.how}>
        {WAYS.map(([written, meaning]) => (
          <div key={written}>
            <dt>
              <code>{written}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </SideNote>
  )
}
