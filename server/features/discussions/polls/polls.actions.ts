import type pg from 'pg'
import {
  claimValues,
  earlierResult,
  orEarlierResult,
  type IdempotentRequest,
} from '#server/platform/database/idempotency.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { limitsOf } from '#server/platform/limits/limits.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { OTHER_OPTION, oneLine, pollProblem, voteTextProblem } from '#shared/polls.ts'
import type { CleanUploads } from '#server/platform/uploads/clean-uploads.ts'
import { requestedFiles } from '#server/platform/uploads/claim-uploads.ts'
import { prepareThread, writeThread, type ThreadArgs } from '#server/features/discussions/posting/threads.actions.ts'
import { voted } from './polls.signals.ts'
import {
  countVotes,
  insertPoll,
  insertPollView,
  lockPoll,
  selectVotable,
  selectVote,
  upsertVote,
  type Votable,
} from './polls.sql.ts'

export interface PollArgs extends Omit<ThreadArgs, 'body' | 'topic' | 'thread_type'> {
  title: string
  options: string[]
  end_date?: string | null
  body?: string | null
  topic?: string | null
  allow_other?: boolean | null
  can_change_vote?: boolean | null
}

/** Creates a poll together with its thread. Resolves to the thread's id. */
export async function createPoll(pool: pg.Pool, bus: Bus, call: Call<PollArgs>, clean: CleanUploads): Promise<number> {
  const { idempotency_key, ...asked } = call.args
  const { viewer, args } = call
  const intent: IdempotentRequest = { userId: viewer.id, key: idempotency_key, operation: 'createPoll', asked }
  const claimed = claimValues(intent)
  const files = requestedFiles(args.attachments)
  const thread = await orEarlierResult(pool, intent, () => {
    const title = refuseInvalid(args)
    const content = { ...args, topic: args.topic ?? title, body: args.body ?? '' }
    return prepareThread(pool, { viewer, args: content }, { type: 'poll', clean })
  })
  if (typeof thread === 'number') return thread
  const limits = await limitsOf(pool, viewer)
  const end = args.end_date ? new Date(args.end_date) : null
  return transaction(pool, bus, async (tx) => {
    const id = await writeThread(tx, claimed, { ...thread, limits, files })
    if (id === undefined) return (await earlierResult(tx, intent))!
    await tx.query(
      insertPoll({
        threadId: id,
        authorId: viewer.id,
        title: oneLine(args.title),
        endDate: end,
        canChangeVote: args.can_change_vote ?? false,
        options: args.options.map(oneLine),
        others: args.allow_other ? [OTHER_OPTION] : [],
      }),
    )
    if (end) await tx.enqueue('polls:end', {}, { at: end, key: `polls:end:${id}` })
    return id
  })
}

/** Validates the poll and returns its title. */
function refuseInvalid({ title, options, end_date, allow_other }: PollArgs): string {
  const wrong = pollProblem({ title, options, end_date: end_date ?? null }, Date.now())
  if (wrong) throw problem(`discussions.${wrong.code}`, { message: wrong.message, field: wrong.field })
  if (allow_other && options.some((option) => oneLine(option).toLowerCase() === OTHER_OPTION.toLowerCase()))
    throw problem('discussions.poll_option_twice', {
      message: `“${OTHER_OPTION}” is already included with a text field. Remove it from your options.`,
      field: 'options',
    })
  return oneLine(title)
}

export interface VoteArgs {
  poll_id: number
  option_id: number
  text?: string | null
}

/** Votes, or changes a vote if the author allowed that. Resolves to the poll's id. */
export async function votePoll(pool: pg.Pool, bus: Bus, { viewer, args }: Call<VoteArgs>): Promise<number> {
  const [poll] = await selectRows<Votable>(pool, selectVotable(args.poll_id, args.option_id), viewer)
  if (!poll) throw notFound()
  if (viewer.channels.length === 0 && !viewer.is_staff)
    throw problem('discussions.membership_ended', {
      message: 'Your membership has ended. You can still read this poll but can’t vote.',
      field: 'poll_id',
    })
  if (!poll.active) throw pollEnded()
  if (poll.option_id === null)
    throw problem('discussions.option_not_found', {
      message: 'That isn’t one of the options. Choose one from the list.',
      field: 'option_id',
    })
  const wrong = voteTextProblem(poll.is_other!, args.text ?? '')
  if (wrong !== null) throw problem('discussions.vote_text', { message: wrong, field: 'text' })
  const vote = { option_id: poll.option_id, text: poll.is_other ? oneLine(args.text ?? '') : null }
  return transaction(pool, bus, async (tx) => {
    if (await castVote(tx, [poll.id, viewer.id], vote)) tx.announce(voted(poll))
    return poll.id
  })
}

/** Returns false if the same vote is already stored: a second tab, or a retry. */
async function castVote(
  tx: Transaction,
  [pollId, viewerId]: [pollId: number, viewerId: number],
  vote: { option_id: number; text: string | null },
): Promise<boolean> {
  const { rows } = await tx.query<{ can_change_vote: boolean; is_open: boolean }>(lockPoll({ pollId }))
  if (!rows[0]?.is_open) throw pollEnded()
  const { rows: earlier } = await tx.query<typeof vote>(selectVote({ pollId, userId: viewerId }))
  if (earlier[0]?.option_id === vote.option_id && earlier[0].text === vote.text) return false
  if (earlier[0] && !rows[0].can_change_vote)
    throw problem('discussions.vote_final', {
      message: 'You’ve already voted, and votes in this poll can’t be changed.',
      field: 'option_id',
    })
  await tx.query(upsertVote({ pollId, userId: viewerId, optionId: vote.option_id, text: vote.text }))
  await tx.query(countVotes({ pollId }))
  return true
}

/** Records that the viewer has seen the results. Resolves to the poll's id. */
export async function viewPollResults(pool: pg.Pool, { viewer, args }: Call<{ poll_id: number }>): Promise<number> {
  const [poll] = await selectRows<Votable>(pool, selectVotable(args.poll_id, null), viewer)
  if (!poll) throw notFound()
  if (!poll.results_visible)
    throw problem('discussions.results_hidden', {
      message: 'Vote to see the results, or wait until the poll closes.',
      field: 'poll_id',
    })
  await pool.query(insertPollView({ pollId: poll.id, userId: viewer.id }))
  return poll.id
}

const notFound = () =>
  problem('discussions.poll_not_found', {
    message: 'This poll isn’t available.',
    field: 'poll_id',
  })
const pollEnded = () =>
  problem('discussions.poll_ended', {
    message: 'This poll has closed, so your vote wasn’t counted. You can see the results.',
    field: 'poll_id',
  })
