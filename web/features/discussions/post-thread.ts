/** Sends what the form holds, by the operation of its kind. */
import { CreatePoll, CreateThread } from '#api/operations.ts'
import { bodyProblem, topicProblem } from '#shared/discussions.ts'
import { OTHER_OPTION, oneLine, pollProblem } from '#shared/polls.ts'
import type { PollDraft, ThreadDraft } from '#web/features/discussions/drafts.ts'
import { endOf } from '#web/features/discussions/PollFields.tsx'
import { execute } from '#web/platform/operations.ts'

export interface Post extends Omit<ThreadDraft, 'kind' | 'poll'> {
  kind: NonNullable<ThreadDraft['kind']>
  poll: PollDraft
  mentions: number[]
}

/** What the server would refuse, as a sentence; null when it can be sent. */
export function postProblem({ kind, topic, text, mentions, poll, peer_network_ids }: Post): string | null {
  const body = kind === 'poll' && text.trim() === '' ? null : bodyProblem(text, mentions.length)
  const own = kind === 'poll' ? ballotProblem(topic, poll) : topicProblem(topic)
  return own ?? body ?? (peer_network_ids.length === 0 ? 'Choose a network to post in.' : null)
}

function ballotProblem(title: string, poll: PollDraft): string | null {
  const taken =
    poll.allow_other && poll.options.some((each) => oneLine(each).toLowerCase() === OTHER_OPTION.toLowerCase())
  if (taken) return `“${OTHER_OPTION}” is there already, with a field for words. Remove it from the options.`
  return pollProblem({ title, options: poll.options, end_date: endOf(poll) }, Date.now())?.message ?? null
}

/** The id of the thread that was made. */
export async function postThread(
  { kind, poll, text: _, html, ...post }: Post,
  idempotency_key: string,
): Promise<number> {
  const topic = post.topic.trim()
  if (kind !== 'poll')
    return (await execute(CreateThread, { ...post, topic, body: html, thread_type: kind, idempotency_key }))
      .createThread.id
  const { end_day: _day, ...rules } = poll
  const { topic: _topic, ...about } = post
  const asked = { ...about, ...rules, title: topic, body: html, end_date: endOf(poll), idempotency_key }
  return (await execute(CreatePoll, asked)).createPoll.thread_id
}
