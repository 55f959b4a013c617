import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ViewPollResults } from '#api/operations.ts'
import { PollBallot } from '#web/features/discussions/PollBallot.tsx'
import { PollResults } from '#web/features/discussions/PollResults.tsx'
import { PollVoters } from '#web/features/discussions/PollVoters.tsx'
import { pollFacts } from '#web/features/discussions/PollLine.tsx'
import { downloadResults } from '#web/features/discussions/poll-file.ts'
import type { ThreadView } from '#web/features/discussions/discussions.queries.ts'
import type { Place } from '#web/features/discussions/PollPlace.tsx'
import { pollQuery, updatePoll, type PollView } from '#web/features/discussions/polls.queries.ts'
import styles from '#web/features/discussions/PollPanel.module.css'
import { usePollVote } from '#web/features/discussions/use-poll-vote.ts'
import { Button } from '#web/kit/Button.tsx'
import { isGap, useSignals } from '#web/platform/live.ts'
import { execute } from '#web/platform/operations.ts'
import { useUser } from '#web/platform/session.ts'

interface Props {
  thread: ThreadView
  /** The looks of what stood there before: the page has them already. */
  place: Place
  now: number
}

const QUIET_MS = 200
const CHANCE_MS = 600

/** The poll of a thread: the ballot before a vote, the results after it, for those who may see them. */
export default function PollPanel({ thread, place, now }: Props) {
  const { author, topic } = thread
  const viewer = useUser()
  const { poll, vote, isSending, problem } = usePollVote(thread.poll!)
  const [isLooking, setLooking] = useState(false)
  const [isChanging, setChanging] = useState(false)
  const [areVotersOpen, setVotersOpen] = useState(false)
  const isHost = author.id === viewer.id || viewer.is_staff
  const hasVoted = poll.my_vote !== null
  const showsResults = poll.results_visible && !isChanging && (hasVoted || !poll.active || isLooking)
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
          onVote={(option_id, text) => {
            setChanging(false)
            void vote(option_id, text)
          }}
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
          <span role="status">{isSending ? 'Counting your vote. ' : hasVoted ? 'You have voted. ' : ''}</span>
          {pollFacts(poll, viewer.time_zone, now)}. {whoSees(author.id === viewer.id, author.first_name)}
          {isBallot && !poll.can_change_vote && !hasVoted && ' A vote cannot be changed.'}
        </p>
        {isBallot && poll.results_visible && !hasVoted && <Button onClick={() => setLooking(true)}>See results</Button>}
        {poll.active && isLooking && !hasVoted && (
          <Button onClick={() => setLooking(false)}>Back to the options</Button>
        )}
        {poll.active && hasVoted && poll.can_change_vote && (
          <Button aria-disabled={isSending} onClick={() => setChanging(!isChanging)}>
            {isChanging ? 'Keep my vote' : 'Change my vote'}
          </Button>
        )}
        {showsResults && isHost && (
          <Button aria-expanded={areVotersOpen} onClick={() => setVotersOpen(!areVotersOpen)}>
            Who voted for what
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

const whoSees = (isAuthor: boolean, name: string) => `Only ${isAuthor ? 'you' : name} and staff see who voted for what.`

/** Asks again when somebody has voted or the poll has ended; after a burst of votes once. */
function usePollLive(poll: PollView) {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useSignals((signal) => {
    if (!isGap(signal) && !('poll_id' in signal && signal.poll_id === poll.id)) return
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => {
        // What cannot be asked now is asked after the next vote, or when the page is opened again.
        client.fetchQuery(pollQuery(poll.id)).then(
          (answer) => {
            if (answer.poll === null) return
            const { votes: _, ...fresh } = answer.poll
            updatePoll(client, fresh)
          },
          () => undefined,
        )
      },
      QUIET_MS + Math.random() * CHANCE_MS,
    )
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
