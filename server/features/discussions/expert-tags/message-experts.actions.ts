/** Experts that a post names, and the votes cast on them in the same post. */
import type pg from 'pg'
import { requestedExperts, writeExperts, type AskedExpert, type WantedExpert } from '#server/features/experts/index.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Viewer } from '#server/platform/graph/sql.ts'
import { problem } from '#server/platform/problems.ts'
import { EXPERTS_PER_POST, normalisedName } from '#shared/experts.ts'
import { countExpertTags, insertExpertTags, insertVotes } from './message-experts.sql.ts'

export interface ExpertTagArgs {
  experts?: AskedExpert[] | null
  votes?: { id?: number | null; vote: boolean; name: string }[] | null
}

export interface Naming {
  wanted: WantedExpert[]
  votes: NonNullable<ExpertTagArgs['votes']>
}

/** Returns null if no expert is named, so that other posts pay nothing for this. */
export async function prepareExpertTags(
  pool: pg.Pool,
  viewer: Viewer,
  { experts, votes }: ExpertTagArgs,
): Promise<Naming | null> {
  if (!experts || experts.length === 0) return null
  if (experts.length > EXPERTS_PER_POST)
    throw problem('discussions.experts_too_many', {
      message: `This tags ${experts.length} experts. The limit is ${EXPERTS_PER_POST}.`,
      field: 'experts',
    })
  return { wanted: await requestedExperts(pool, viewer, experts), votes: votes ?? [] }
}

/** How many of the experts are added to the directory. */
export const newExperts = ({ wanted }: Naming): number => wanted.filter((expert) => !('id' in expert)).length

interface Post {
  messageId: number
  threadId: number
  authorId: number
  isPrivate: boolean
  isAnonymous: boolean
}

/** Writes the expert tags after the message; its thread is already locked and counted then. */
export async function writeExpertTags(
  tx: Pick<Transaction, 'query'>,
  post: Post,
  { wanted, votes }: Naming,
): Promise<void> {
  const { messageId, threadId, authorId, isPrivate, isAnonymous } = post
  const places = await writeExperts(tx, wanted, { creatorId: authorId, isListed: !isPrivate })
  const ids = [...new Set(places)]
  await tx.query(insertExpertTags({ messageId, expertIds: ids }))
  // Votes are counted publicly, so a private message casts none.
  if (isPrivate) return
  // A vote shows its member's name, which would reveal the author of the post that cast it.
  const cast = isAnonymous ? new Map<number, boolean>() : votesOn(wanted, places, votes)
  if (cast.size > 0)
    await tx.query(insertVotes({ userId: authorId, expertIds: [...cast.keys()], votes: [...cast.values()] }))
  await tx.query(countExpertTags({ threadId, expertIds: ids }))
}

/** Counts only votes on experts of this post, and the first vote on each. */
function votesOn(
  wanted: readonly WantedExpert[],
  ids: readonly number[],
  votes: Naming['votes'],
): Map<number, boolean> {
  const cast = new Map<number, boolean>()
  for (const { id, vote, name } of votes) {
    const place = wanted.findIndex((expert) =>
      'id' in expert ? expert.id === id : !id && normalisedName(expert.name) === normalisedName(name),
    )
    const voted = id && ids.includes(id) ? id : ids[place]
    if (voted !== undefined && !cast.has(voted)) cast.set(voted, vote)
  }
  return cast
}
