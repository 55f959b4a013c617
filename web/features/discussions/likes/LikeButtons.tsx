import { IconThumbUp } from '@tabler/icons-react'
import type { MessageView } from '#web/features/discussions/queries/discussions.queries.ts'
import styles from './LikeButtons.module.css'

/**
 * The like button and the list of likers. The surrounding list handles the clicks. On phones the button shows the
 * number, and the rest is in the menu of the message.
 */
export function LikeButtons({ message }: { message: MessageView }) {
  const { id, own_sentiment, num_of_likes, sender, is_own: isOwn } = message
  return (
    <>
      {!isOwn && (
        <button
          type="button"
          data-act="agree"
          data-id={id}
          aria-pressed={own_sentiment === true}
          aria-label={`Agree with ${sender.name}`}
        >
          <IconThumbUp size={16} stroke={1.6} aria-hidden />
          <span
            className={styles.word}
            data-count={num_of_likes > 0 ? num_of_likes.toLocaleString('en-US') : undefined}
          >
            Agree
          </span>
        </button>
      )}
      {num_of_likes > 0 && (
        <button type="button" data-act="likers" data-id={id} aria-haspopup="dialog">
          {num_of_likes.toLocaleString('en-US')} agree
        </button>
      )}
      {!isOwn && (
        <button
          type="button"
          data-act="disagree"
          data-id={id}
          aria-pressed={own_sentiment === false}
          aria-label={`Disagree with ${sender.name}`}
        >
          Disagree
        </button>
      )}
    </>
  )
}
