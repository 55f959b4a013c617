import { IconChevronDown } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { expertInWords, namesInWords, recommendations } from '#shared/discussions.ts'
import { expertPath, votesInWords } from '#shared/experts.ts'
import { counted } from '#shared/kit/text.ts'
import type { ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import {
  dealsQuery,
  summaryQuery,
  type SummaryEntry,
} from '#web/features/discussions/expert-tags/expert-tags.queries.ts'
import styles from '#web/features/discussions/expert-tags/ExpertSummary.module.css'
import { keepInOverlay } from '#web/features/people/PersonLink.tsx'
import { Button } from '#web/kit/Button.tsx'

const SHOWN_RECOMMENDERS = 3

/** Summary of the experts recommended in replies; expands to show who recommends each. */
export default function ExpertSummary({ thread }: { thread: ThreadView }) {
  const id = useId()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const summary = useQuery({ ...summaryQuery(thread.id), enabled: isOpen })
  const deals = useQuery({ ...dealsQuery(thread.id), enabled: isOpen })
  const naming = thread.messages.filter(({ experts_mentioned }) => experts_mentioned.length > 0).length
  const counted = useRef(naming)
  useEffect(() => {
    if (counted.current === naming) return
    counted.current = naming
    void client.invalidateQueries({ queryKey: summaryQuery(thread.id).queryKey })
  }, [client, naming, thread.id])
  const named = summary.data?.recommendation_summary
  const count = named?.length ?? thread.num_of_recommendations
  return (
    <section className={styles.named} aria-label="Mentioned in this discussion">
      <button
        type="button"
        className={styles.line}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        onClick={() => setOpen(!isOpen)}
      >
        <b>{recommendations(count)}</b>
        <span className={styles.names}>{thread.experts.map(({ name }) => name).join(', ')}</span>
        <IconChevronDown size={18} stroke={1.6} aria-hidden />
      </button>
      <div id={`${id}-list`} hidden={!isOpen}>
        {summary.isPending && isOpen && <p className={styles.state}>Loading recommendations…</p>}
        {summary.isError && (
          <p className={styles.state} role="alert">
            We couldn’t load the recommendations. <Button onClick={() => void summary.refetch()}>Try again</Button>
          </p>
        )}
        <ul className={styles.entries}>
          {named?.map((expert) => (
            <Entry key={expert.id} expert={expert} />
          ))}
        </ul>
        {deals.data?.thread_vendor_deals.map((deal) => (
          <p key={deal.id} className={styles.deal}>
            <b>Member offer from {deal.expert.name}:</b> {deal.short_text}
            {deal.recommenders.length > 0 && (
              <span> Recommended by {namesInWords(deal.recommenders.map(({ name }) => name))}.</span>
            )}
          </p>
        ))}
      </div>
    </section>
  )
}

function Entry({ expert }: { expert: SummaryEntry }) {
  const { label, recommenders, num_of_upvotes, num_of_downvotes, vote } = expert
  return (
    <li>
      <span className={styles.who}>
        <a href={expertPath(expert.id)} className={styles.expert} onClick={keepInOverlay}>
          {expertInWords(expert)}
        </a>
        <span>{label}</span>
      </span>
      <span className={styles.by}>Mentioned by {inWords(recommenders)}</span>
      {num_of_upvotes + num_of_downvotes > 0 && (
        <span className={styles.votes}>
          {votesInWords(num_of_upvotes, num_of_downvotes)}
          {vote !== null && `. You ${vote ? 'agree' : 'disagree'}`}
        </span>
      )}
    </li>
  )
}

function inWords(recommenders: SummaryEntry['recommenders']): string {
  const names = recommenders.map(({ name }) => name)
  if (names.length <= SHOWN_RECOMMENDERS) return namesInWords(names)
  const more = names.length - SHOWN_RECOMMENDERS
  return namesInWords([...names.slice(0, SHOWN_RECOMMENDERS), counted(more, 'other')])
}
