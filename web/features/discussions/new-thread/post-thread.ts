/** Posts the form with the operation for its thread type. */
import { CreatePoll, CreateThread, PostAnonymously } from '#api/operations.ts'
import { endOfDay } from '#shared/kit/start-of-day.ts'
import { bodyProblem, topicProblem } from '#shared/posts.ts'
import { OTHER_OPTION, oneLine, pollProblem } from '#shared/polls.ts'
import { POLL_IS_NAMED } from '#shared/anonymity-texts.ts'
import { unnamedFileProblem } from '#shared/uploads.ts'
import type { PollDraft } from '#web/features/discussions/polls/poll-draft.ts'
import type { ThreadDraft } from '#web/features/discussions/new-thread/thread-draft.ts'
import type { WaitingPost } from '#web/features/discussions/waiting/waiting.queries.ts'
import { execute } from '#web/platform/api/operations.ts'

export interface Post extends Omit<ThreadDraft, 'kind' | 'poll'> {
  kind: NonNullable<ThreadDraft['kind']>
  poll: PollDraft
  mentions: number[]
  /** The member's; a poll closes at the end of a day there. */
  time_zone: string
}

/** Mirrors the server's validation: returns an error message, or null if the post is valid. */
export function postProblem(post: Post): string | null {
  const { kind, topic, text, mentions, peer_network_ids, attachments = [], is_anonymous } = post
  if (kind === 'poll' && is_anonymous) return POLL_IS_NAMED
  const body = kind === 'poll' && text.trim() === '' ? null : bodyProblem(text, mentions.length)
  const own = kind === 'poll' ? ballotProblem(topic, post) : topicProblem(topic)
  const files = is_anonymous ? unnamedFileProblem(attachments) : null
  return own ?? body ?? files ?? (peer_network_ids.length === 0 ? 'Choose a network to post in.' : null)
}

function ballotProblem(title: string, { poll, time_zone }: Pick<Post, 'poll' | 'time_zone'>): string | null {
  const taken =
    poll.allow_other && poll.options.some((each) => oneLine(each).toLowerCase() === OTHER_OPTION.toLowerCase())
  if (taken) return `“${OTHER_OPTION}” is already included with a text field. Remove it from your options.`
  return pollProblem({ title, options: poll.options, end_date: endOf(poll, time_zone) }, Date.now())?.message ?? null
}

const endOf = ({ end_day }: PollDraft, timeZone: string): string | null => {
  const end = endOfDay(end_day, timeZone)
  return Number.isNaN(end.getTime()) ? null : end.toISOString()
}

/** Returns the new thread's id, or the waiting post if its publication is delayed. */
export async function postThread(
  { kind, poll, html, topic: written, mentions, time_zone, ...about }: Post,
  idempotency_key: string,
): Promise<number | WaitingPost> {
  const topic = written.trim()
  const { peer_network_ids, areas_of_expertise, geographies, attachments, experts, is_anonymous = false } = about
  const shared = {
    body: html,
    mentions,
    peer_network_ids,
    areas_of_expertise,
    geographies,
    idempotency_key,
    experts: experts?.map(({ expert }) => expert) ?? null,
    ...(attachments?.length && { attachments }),
  }
  if (kind !== 'poll') {
    const asked = { ...shared, topic, thread_type: kind }
    if (is_anonymous) return (await execute(PostAnonymously, asked)).postAnonymously
    return (await execute(CreateThread, asked)).createThread.id
  }
  const { options, allow_other, can_change_vote } = poll
  const ballot = { title: topic, options, allow_other, can_change_vote, end_date: endOf(poll, time_zone) }
  return (await execute(CreatePoll, { ...shared, ...ballot })).createPoll.thread_id
}
