import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ViewPollResults } from '#api/operations.ts'
import { PollBallot } from '#web/features/discussions/polls/PollBallot.tsx'
import { PollResults } from '#web/features/discussions/polls/PollResults.tsx'
import { PollVoters } from '#web/features/discussions/polls/PollVoters.tsx'
import { pollSummary } from '#web/features/discussions/polls/PollSummary.tsx'
import { downloadResults } from '#web/features/discussions/polls/download-poll-results.ts'
import type { ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import type { PollStyles } from '#web/features/discussions/polls/poll-styles.ts'
import { pollQuery, updatePoll, type PollView } from '#web/features/discussions/polls/polls.queries.ts'
import styles from '#web/features/discussions/polls/PollPanel.module.css'
import { usePollVote } from '#web/features/discussions/polls/use-poll-vote.ts'
import { Button } from '#web/kit/Button.tsx'
import { useDebounced } from '#web/kit/use-debounced.ts'
import { isResync, useSignals } from '#web/platform/live/live.ts'
import { execute } from '#web/platform/api/operations.ts'
import { useUser } from '#web/platform/session/session.ts'

interface Props {
  thread: ThreadView
  /** Class names of the placeholder, which the page has already loaded. */
  place: PollStyles
  now: number
}

const DELAY = { quietMs: 200, jitterMs: 600 }

/** The poll of a thread: the ballot before voting, the results after, for members who may see them. */
export default function PollPanel({ thread, place, now }: Props) {
  const { author, topic } = thread
  const viewer = useUser()
  const { poll, vote, isSending, problem } = usePollVote(thread.poll!)
  const [isLooking, setLooking] = useState(false)
  const [isChanging, setChanging] = useState(false)
  const [begun, setBegun] = useState<{ option_id: number; text: string | null } | null>(null)
  const [areVotersOpen, setVotersOpen] = useState(false)
  const isHost = author.id === viewer.id || viewer.is_staff
  const hasVoted = poll.my_vote !== null
  const showsResults = poll.results_visible && !isChanging && (hasVoted || !poll.active || isLooking)
  // If a vote fails, restore the selection so that the member can retry.
  const cast = async (option_id: number, text: string | null) => {
    setBegun({ option_id, text })
    setChanging(false)
    if (await vote(option_id, text)) setBegun(null)
    else setChanging(hasVoted)
  }
  usePollLive(poll)
  useMarkViewed(poll, showsResults && !isSending)
  const isBallot = poll.active && (isChanging || !(hasVoted || isLooking))
  return (
    <section className={place.panel} aria-label="Poll">
      {isBallot ? (
        <PollBallot
          place={place}
          poll={poll}
          topic={topic}
          isSending={isSending}
          begun={begun ?? poll.my_vote}
          onVote={(option_id, text) => void cast(option_id, text)}
        />
      ) : (
        <PollResults place={place} poll={poll} topic={topic} />
      )}
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.foot}>
        <p>
          <span role="status">{isSending ? 'Counting your vote… ' : hasVoted ? 'You voted. ' : ''}</span>
          {pollSummary(poll, viewer.time_zone, now)}. {whoSees(author.id === viewer.id, author.first_name)}
          {isBallot && !poll.can_change_vote && !hasVoted && ' You can’t change your vote.'}
        </p>
        <ModeButtons {...{ poll, isBallot, isLooking, isChanging, isSending, setLooking, setChanging }} />
        {showsResults && isHost && (
          <Button aria-expanded={areVotersOpen} onClick={() => setVotersOpen(!areVotersOpen)}>
            See how members voted
          </Button>
        )}
        {showsResults && poll.results_file !== null && (
          <Button onClick={() => void downloadResults(poll.id, poll.results_file!)}>Download results</Button>
        )}
      </div>
      {areVotersOpen && showsResults && <PollVoters poll={poll} />}
    </section>
  )
}

interface ModeProps {
  poll: PollView
  isBallot: boolean
  isLooking: boolean
  isChanging: boolean
  isSending: boolean
  setLooking: (isLooking: boolean) => void
  setChanging: (isChanging: boolean) => void
}

/** Switches between the ballot and the results. */
function ModeButtons({ poll, isBallot, isLooking, isChanging, isSending, setLooking, setChanging }: ModeProps) {
  const hasVoted = poll.my_vote !== null
  return (
    <>
      {isBallot && poll.results_visible && !hasVoted && <Button onClick={() => setLooking(true)}>See results</Button>}
      {poll.active && isLooking && !hasVoted && <Button onClick={() => setLooking(false)}>Back to options</Button>}
      {poll.active && hasVoted && poll.can_change_vote && (
        <Button aria-disabled={isSending} onClick={() => setChanging(!isChanging)}>
          {isChanging ? 'Keep my vote' : 'Change my vote'}
        </Button>
      )}
    </>
  )
}

const whoSees = (isAuthor: boolean, name: string) =>
  `Only ${isAuthor ? 'you' : name} and staff can see how each member voted.`

/** Refetches after a vote or when the poll ends; debounced, so a burst of votes causes one request. */
function usePollLive(poll: PollView) {
  const client = useQueryClient()
  const refetch = async () => {
    const answer = await client.fetchQuery(pollQuery(poll.id))
    if (answer.poll === null) return
    const { votes: _, ...fresh } = answer.poll
    updatePoll(client, fresh)
  }
  // If this fails, the next vote or opening the page again refetches.
  const refetchSoon = useDebounced(() => void refetch().catch(() => undefined), DELAY)
  useSignals((signal) => {
    if (isResync(signal) || ('poll_id' in signal && signal.poll_id === poll.id)) refetchSoon()
  })
}

function useMarkViewed(poll: PollView, isShown: boolean) {
  const client = useQueryClient()
  const isNew = isShown && !poll.viewed_results
  useEffect(() => {
    if (!isNew) return
    execute(ViewPollResults, { poll_id: poll.id }).then(
      ({ viewPollResults }) => updatePoll(client, viewPollResults),
      () => undefined,
    )
  }, [client, poll.id, isNew])
}
