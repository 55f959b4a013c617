import styles from '#web/features/search/SearchPage.module.css'
import { SideNote } from '#web/kit/SideNote.tsx'

const WAYS = [
  ['“liability cap”', 'these words beside each other'],
  ['-insurance', 'without this word'],
  ['cap or ceiling', 'one or the other'],
  ['from:helen', 'written by somebody'],
  ['in:legal', 'in one of your networks'],
  ['type:poll', 'discussion, document, poll or recommendation'],
  ['before:2026', 'before a year, a month or a day; after: too'],
] as const

/** The operators, in the words of those who use them. */
export function HowToSearch() {
  return (
    <SideNote title="What you can write">
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
