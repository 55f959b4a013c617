import { IconThumbUp } from '@tabler/icons-react'
import type { MessageView } from '#web/features/discussions/queries/discussions.queries.ts'

/** The like button and the list of likers. The surrounding list handles the clicks. */
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
          Agree
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
