import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { VotePoll } from '#api/operations.ts'
import { updatePoll, type PollView } from '#web/features/discussions/polls/polls.queries.ts'
import { execute } from '#web/platform/api/operations.ts'
import { ApiError, isUnexpected } from '#web/platform/api/api-error.ts'

/** The vote is shown at once and corrected by the server's answer; a refusal puts back what was there. */
export function usePollVote(known: PollView) {
  const client = useQueryClient()
  const [expected, setExpected] = useState<PollView | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** Whether it was counted. */
  const vote = async (option_id: number, text: string | null): Promise<boolean> => {
    if (expected !== null) return false
    setProblem(null)
    setExpected(withVote(known, option_id, text))
    try {
      const { votePoll } = await execute(VotePoll, { poll_id: known.id, option_id, text })
      updatePoll(client, votePoll)
      return true
    } catch (error) {
      setProblem(errorMessage(error))
      return false
    } finally {
      setExpected(null)
    }
  }
  return { poll: expected ?? known, vote, isSending: expected !== null, problem }
}

/** What is known of the results follows the vote; what is hidden stays so until the server has counted. */
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

function errorMessage(error: unknown): string {
  if (error instanceof ApiError && error.kind === 'network')
    return 'You’re offline, so your vote wasn’t counted. Try again when you’re back online.'
  if (isUnexpected(error)) return 'We couldn’t count your vote just now. Try again.'
  return (error as ApiError).message
}
