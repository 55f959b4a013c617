import { IconCheck } from '@tabler/icons-react'
import { percentOf } from '#shared/polls.ts'
import { counted } from '#shared/kit/text.ts'
import type { PollStyles } from '#web/features/discussions/polls/poll-styles.ts'
import type { PollView } from '#web/features/discussions/polls/polls.queries.ts'
import styles from '#web/features/discussions/polls/PollPanel.module.css'

/** Options with result bars, in the author's order. While the vote is pending, only the viewer's choice is shown. */
export function PollResults({ place, poll, topic }: { place: PollStyles; poll: PollView; topic: string }) {
  return (
    <div className={styles.group}>
      <h2 className={poll.title === topic ? 'visually-hidden' : `t-section ${styles.title}`}>{poll.title}</h2>
      <ul className={place.options}>
        {poll.options.map(({ id, title, vote_count }) => {
          const isMine = poll.my_vote?.option_id === id
          const percent = vote_count === null ? null : percentOf(vote_count, poll.num_of_votes ?? 0)
          return (
            <li key={id} className={isMine ? `${place.option} ${styles.chosen}` : place.option}>
              {percent !== null && <span className={styles.bar} style={{ width: `${percent}%` }} aria-hidden />}
              <span className={styles.words}>
                {title}
                {isMine && poll.my_vote?.text && `: ${poll.my_vote.text}`}{' '}
                {isMine && (
                  <span className={styles.mine}>
                    <IconCheck size={15} stroke={2} aria-hidden />
                    Your vote
                  </span>
                )}
              </span>
              {vote_count !== null && <span className={styles.count}>{counted(vote_count, 'vote')}</span>}
              {percent !== null && <span className={styles.percent}>{percent}%</span>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
