import { messagePath, namesInWords, threadPath } from '#shared/discussions.ts'
import { agoOf, longDate, timeOf } from '#shared/kit/dates.ts'
import { CLAIM_MINUTES } from '#shared/moderation.ts'
import { personLine } from '#shared/people.ts'
import { keyOf, type Item } from '#web/features/moderation/moderation.queries.ts'
import { PostHtml } from '#web/features/moderation/PostHtml.tsx'
import styles from '#web/features/moderation/StaffPage.module.css'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Checkbox } from '#web/kit/forms/Controls.tsx'

export type ItemAct = 'approve' | 'reject' | 'remove' | 'edit' | 'claim'

interface Props {
  item: Item
  viewer: { id: number; time_zone: string }
  now: number
  isCurrent: boolean
  isChosen: boolean
  onAct: (act: ItemAct) => void
  onChoose: (isChosen: boolean) => void
  onFocus: () => void
}

const namesOf = (networks: readonly { display_name: string }[]) =>
  namesInWords(networks.map(({ display_name }) => display_name))

/** One pending post, with the context for a decision. */
export function QueueItem({ item, viewer, now, isCurrent, isChosen, onAct, onChoose, onFocus }: Props) {
  const { author, item_type, thread_id, item_id, claimed_by } = item
  const isOwnClaim = claimed_by?.id === viewer.id
  const path = item_type === 'thread' ? threadPath(thread_id) : messagePath(thread_id, item_id)
  return (
    <article
      id={keyOf(item)}
      tabIndex={-1}
      className={styles.item}
      aria-labelledby={`${keyOf(item)}-topic`}
      aria-current={isCurrent ? 'true' : undefined}
      onFocus={onFocus}
    >
      <Checkbox
        label={`Select ${item_type} by ${author.name} in ${item.topic}`}
        hidesLabel
        className={styles.choice}
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <Avatar person={author} size={44} />
      <div>
        <ItemFacts item={item} viewer={viewer} now={now} />
        <h2 id={`${keyOf(item)}-topic`} className={`t-topic ${styles.topic}`}>
          <a href={path}>{item.topic}</a>
        </h2>
        {item_type === 'message' && (
          <blockquote className={styles.context}>
            {item.answered && <b>{item.answered.sender.name}: </b>}
            <p className="t-quote">{item.answered?.excerpt ?? item.thread_excerpt}</p>
          </blockquote>
        )}
        <PostHtml html={item.body} />
        {claimed_by && (
          <p className={styles.held}>
            {isOwnClaim ? 'You' : claimed_by.name} claimed this at {timeOf(item.claimed_at!, viewer.time_zone)}. The
            claim expires after {CLAIM_MINUTES} minutes.
          </p>
        )}
        <ItemActs item={item} isOwnClaim={isOwnClaim} onAct={onAct} />
      </div>
    </article>
  )
}

/** Who wrote the post, when, where, and who can see it. */
function ItemFacts({ item, viewer, now }: Pick<Props, 'item' | 'viewer' | 'now'>) {
  const { author, item_type } = item
  return (
    <>
      <p className={styles.byline}>
        <PersonLink person={author} className={styles.name} /> {personLine(author)}{' '}
        <time dateTime={item.waiting_since} title={longDate(item.waiting_since, viewer.time_zone)}>
          {agoOf(item.waiting_since, viewer.time_zone, now)}
        </time>
        {item.edited_at && ' · edited'}
      </p>
      <p className={styles.facts}>
        {item_type === 'thread' ? 'A new discussion' : 'A reply'} in <b>{namesOf(item.peer_networks)}</b>, from a member
        of {namesOf(item.author_networks) || 'no network'}. {item.source === 'web' ? 'Posted here' : 'By email'},{' '}
        {item.visible ? 'visible to members' : 'hidden until reviewed'}.
        {item.is_private && <span className={styles.private}> Private: only its readers and staff can see this.</span>}
      </p>
    </>
  )
}

function ItemActs({ item, isOwnClaim, onAct }: Pick<Props, 'item' | 'onAct'> & { isOwnClaim: boolean }) {
  const { author, item_type, claimed_by } = item
  const isHeld = claimed_by !== null && !isOwnClaim
  return (
    <div className={styles.acts} role="group" aria-label={`Review ${item_type} by ${author.name}`}>
      <Button look="bare" disabled={isHeld} onClick={() => onAct('approve')}>
        Approve
      </Button>
      <Button look="bare" disabled={isHeld} onClick={() => onAct('reject')}>
        Reject
      </Button>
      <Button look="bare" disabled={isHeld} onClick={() => onAct('edit')}>
        Edit
      </Button>
      <Button look="bare" disabled={isHeld} onClick={() => onAct('remove')}>
        Remove
      </Button>
      <Button look="bare" disabled={isHeld} onClick={() => onAct('claim')}>
        {isOwnClaim ? 'Release' : 'Claim'}
      </Button>
    </div>
  )
}
