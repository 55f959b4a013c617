import { useState } from 'react'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQueryClient } from '@tanstack/react-query'
import { VotePoll } from '#api/operations.ts'
import { updatePoll, type PollView } from '#web/features/discussions/polls/polls.queries.ts'

const NOT_COUNTED = {
  offline: 'You’re offline, so your vote wasn’t counted. Try again when you’re back online.',
  failed: 'We couldn’t count your vote just now. Try again.',
}

/** Votes optimistically; the response corrects it, an error rolls it back. */
export function usePollVote(known: PollView) {
  const client = useQueryClient()
  const [expected, setExpected] = useState<PollView | null>(null)
  const { run, error } = useCommand(VotePoll, {
    onError: 'show',
    optimistic: (_, { option_id, text }) => {
      setExpected(withVote(known, option_id, text ?? null))
      return () => setExpected(null)
    },
    onSuccess: ({ votePoll }) => {
      updatePoll(client, votePoll)
      setExpected(null)
    },
  })
  /** Returns true if the vote was counted. */
  const vote = async (option_id: number, text: string | null): Promise<boolean> =>
    (await run({ poll_id: known.id, option_id, text })) !== undefined
  return {
    poll: expected ?? known,
    vote,
    isSending: expected !== null,
    problem: error ? errorMessage(error, NOT_COUNTED) : null,
  }
}

/** Applies the vote to visible counts; hidden counts stay hidden until the server responds. */
export function withVote(poll: PollView, option_id: number, text: string | null): PollView {
  const before = poll.my_vote?.option_id
  return {
    ...poll,
    my_vote: { option_id, text },
    num_of_votes: poll.num_of_votes === null ? null : poll.num_of_votes + (before === undefined ? 1 : 0),
    options: poll.options.map((option) => ({
      ...option,
      vote_count:
        option.vote_count === null
          ? null
          : option.vote_count + Number(option.id === option_id) - Number(option.id === before),
    })),
  }
}
