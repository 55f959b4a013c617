import type pg from 'pg'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { LIKES_PER_CALL } from '#shared/reading.ts'
import { liked } from './likes.signals.ts'
import { likeMessages, selectLikeable, selectVotable, voteExperts, type Likeable } from './likes.sql.ts'

interface LikeInput {
  entity_type: 'message' | 'thread' | 'expert'
  entity_id: number
  sentiment?: boolean | null
}

/** Likes, dislikes or withdraws; all items apply, or none. Resolves to the member's id. */
export async function likeEntity(pool: pg.Pool, bus: Bus, call: Call<{ likes: LikeInput[] }>): Promise<number> {
  const { viewer, args } = call
  if (args.likes.length === 0 || args.likes.length > LIKES_PER_CALL)
    throw problem('discussions.likes_bounds', {
      message: `Send 1 to ${LIKES_PER_CALL} likes per request.`,
      field: 'likes',
    })
  const wanted = await likeables(pool, call)
  const votes = await votesOf(pool, call)
  const messages = [...wanted.keys()]
  await transaction(pool, bus, async (tx) => {
    await tx.query(
      likeMessages({
        userId: viewer.id,
        messageIds: messages.map(({ id }) => id),
        likes: messages.map((message) => wanted.get(message)),
      }),
    )
    if (votes.size > 0)
      await tx.query(voteExperts({ userId: viewer.id, expertIds: [...votes.keys()], votes: [...votes.values()] }))
    for (const message of messages) tx.announce(liked(message, viewer.id))
  })
  return viewer.id
}

const notFound = () =>
  problem('discussions.like_not_found', {
    message: 'That post isn’t available.',
    field: 'likes',
  })

/** One entry per expert; the last vote wins. */
async function votesOf(
  pool: pg.Pool,
  { viewer, args }: Call<{ likes: LikeInput[] }>,
): Promise<Map<number, boolean | null>> {
  const votes = new Map(
    args.likes
      .filter(({ entity_type }) => entity_type === 'expert')
      .map(({ entity_id, sentiment }) => [entity_id, sentiment ?? null]),
  )
  if (votes.size === 0) return votes
  const found = await selectRows(pool, selectVotable([...votes.keys()]), viewer)
  if (found.length < votes.size) throw notFound()
  return votes
}

/** One entry per message; the last sentiment wins. */
async function likeables(
  pool: pg.Pool,
  { viewer, args }: Call<{ likes: LikeInput[] }>,
): Promise<Map<Likeable, boolean | null>> {
  const idsOf = (type: LikeInput['entity_type']) =>
    args.likes.filter(({ entity_type }) => entity_type === type).map(({ entity_id }) => entity_id)
  const found = await selectRows<Likeable>(pool, selectLikeable(idsOf('message'), idsOf('thread')), viewer)
  const wanted = new Map<Likeable, boolean | null>()
  for (const { entity_type, entity_id, sentiment } of args.likes) {
    if (entity_type === 'expert') continue
    const message = found.find((each) =>
      entity_type === 'thread' ? each.is_original_message && each.thread_id === entity_id : each.id === entity_id,
    )
    if (!message) throw notFound()
    if (message.is_own)
      throw problem('discussions.like_own', {
        message: 'You can’t agree with your own post.',
        field: 'likes',
      })
    wanted.set(message, sentiment ?? null)
  }
  return wanted
}
