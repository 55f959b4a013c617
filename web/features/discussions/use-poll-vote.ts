import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { VotePoll } from '#api/operations.ts'
import { updatePoll, type PollView } from '#web/features/discussions/polls.queries.ts'
import { execute } from '#web/platform/operations.ts'
import { ProblemError, isUnexpected } from '#web/platform/problems.ts'

/** The vote is shown at once and corrected by the server's answer; a refusal puts back what was there. */
export function usePollVote(known: PollView) {
  const client = useQueryClient()
  const [expected, setExpected] = useState<PollView | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const vote = async (option_id: number, text: string | null) => {
    if (expected !== null) return
    setProblem(null)
    setExpected(withVote(known, option_id, text))
    try {
      const { votePoll } = await execute(VotePoll, { poll_id: known.id, option_id, text })
      updatePoll(client, votePoll)
    } catch (error) {
      setProblem(sentenceOf(error))
    }
    setExpected(null)
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

function sentenceOf(error: unknown): string {
  if (error instanceof ProblemError && error.kind === 'network')
    return 'There is no connection, so your vote was not counted. Try again when there is one.'
  if (isUnexpected(error)) return 'Your vote could not be counted just now. Try again.'
  return (error as ProblemError).message
}
