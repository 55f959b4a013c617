/** The buttons of a message. Likes are applied optimistically, then corrected from the response. */
import type { QueryClient } from '@tanstack/react-query'
import { LikeEntity } from '#api/operations.ts'
import { copyLink } from '#web/features/discussions/queries/copy-link.ts'
import { updateThread, type MessageView } from '#web/features/discussions/queries/discussions.queries.ts'
import { track } from '#web/platform/analytics/analytics.ts'
import { showErrorToast } from '#web/platform/api/error-message.ts'
import { execute } from '#web/platform/api/operations.ts'

type Liked = Pick<MessageView, 'own_sentiment' | 'num_of_likes'>

/** The like count after the viewer changes their own vote; dislikes are not counted. */
export const countAfter = ({ own_sentiment, num_of_likes }: Liked, next: boolean | null): number =>
  num_of_likes + Number(next === true) - Number(own_sentiment === true)

/** Choosing the same value again removes it. */
export async function toggleLike(
  client: QueryClient,
  threadId: number,
  message: Pick<MessageView, 'id' | 'own_sentiment' | 'num_of_likes'>,
  chosen: boolean,
): Promise<void> {
  const next = message.own_sentiment === chosen ? null : chosen
  const set = (liked: Liked) =>
    updateThread(client, threadId, (known) => ({
      ...known,
      messages: known.messages.map((each) => (each.id === message.id ? { ...each, ...liked } : each)),
    }))
  set({ own_sentiment: next, num_of_likes: countAfter(message, next) })
  try {
    const { likeEntity } = await execute(LikeEntity, {
      likes: [{ entity_type: 'message', entity_id: message.id, sentiment: next }],
    })
    set({ own_sentiment: likeEntity[0]!.sentiment, num_of_likes: likeEntity[0]!.num_of_likes })
    void track('upvote', { entity_type: 'message', entity_id: message.id, sentiment: next })
  } catch (error) {
    set({ own_sentiment: message.own_sentiment, num_of_likes: message.num_of_likes })
    showErrorToast(error)
  }
}

/** Handles a message's buttons: agree, disagree, show who agrees, or copy its link. */
export async function handleLikeAction(
  client: QueryClient,
  threadId: number,
  message: MessageView | undefined,
  act: string,
): Promise<void> {
  if (!message) return
  if (act === 'copy') return copyLink(threadId, message.id)
  if (act !== 'likers') return toggleLike(client, threadId, message, act === 'agree')
  const { openLikers } = await import('#web/features/discussions/likes/LikersDialog.tsx')
  openLikers(client, message.id)
}
