import { IconThumbDown, IconThumbUp, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { expertInWords } from '#shared/discussions.ts'
import { EXPERTS_PER_POST, newExpertProblem } from '#shared/experts.ts'
import { findExperts } from '#web/features/discussions/expert-tags/expert-tags.queries.ts'
import {
  findKey,
  tagForExpert,
  tagForNewExpert,
  standing,
  addTag,
} from '#web/features/discussions/expert-tags/expert-tags.ts'
import styles from '#web/features/discussions/expert-tags/ExpertTagField.module.css'
import type { ExpertTagDraft, ExpertTagFieldProps } from '#web/features/discussions/expert-tags/expert-tag-draft.ts'
import { ExpertSearch } from '#web/features/experts/recommend/ExpertSearch.tsx'
import { NewExpert, newExpertDraft } from '#web/features/experts/recommend/NewExpert.tsx'

const withVote = (named: ExpertTagDraft, vote: boolean | null): ExpertTagDraft => ({
  ...named,
  ballot: vote === null ? null : { id: named.expert.existing_expert ?? null, vote, name: named.name },
})

/** The experts tagged in a post, and a field to tag another. */
export default function ExpertTagField(props: ExpertTagFieldProps) {
  const { threadId, isPrivate, isAnonymous, experts, isOpen, onChange, onClose } = props
  const [begun, setBegun] = useState<string | null>(null)
  const add = (expert: ExpertTagDraft) => {
    onChange(addTag(experts, expert))
    setBegun(null)
    onClose()
  }
  const isFull = experts.length >= EXPERTS_PER_POST
  return (
    <div className={styles.naming}>
      {experts.length > 0 && (
        <ul aria-label="Experts you tag" className={styles.chips}>
          {experts.map((expert) => (
            <Chip
              key={`${expert.expert.existing_expert ?? ''}${expert.name}`}
              expert={expert}
              canVote={threadId !== null && !isPrivate && !isAnonymous}
              onVote={(vote) => onChange(experts.map((each) => (each === expert ? withVote(each, vote) : each)))}
              onRemove={() => onChange(experts.filter((each) => each !== expert))}
            />
          ))}
        </ul>
      )}
      {isPrivate && experts.some(({ ballot }) => ballot) && (
        <p className={styles.hint}>Votes count for everyone, so you can’t vote in a private reply.</p>
      )}
      {threadId !== null && isAnonymous && experts.length > 0 && (
        <p className={styles.hint}>Votes show who cast them, so you can’t vote in an anonymous reply.</p>
      )}
      {isOpen && isFull && <p className={styles.hint}>You can tag up to {EXPERTS_PER_POST} experts in one post.</p>}
      {isOpen && !isFull && begun === null && (
        <ExpertSearch
          label="Who are you tagging?"
          findKey={findKey(threadId)}
          find={(text, signal) => findExperts(threadId, text, { signal })}
          offersAtOnce
          about={standing}
          focusAtOnce
          onChoose={(expert) => add(tagForExpert(expert))}
          onNew={setBegun}
          onClose={onClose}
        />
      )}
      {isOpen && !isFull && begun !== null && <Fresh name={begun} onAdd={add} onCancel={() => setBegun(null)} />}
    </div>
  )
}

function Fresh({
  name,
  onAdd,
  onCancel,
}: {
  name: string
  onAdd: (named: ExpertTagDraft) => void
  onCancel: () => void
}) {
  const [draft, setDraft] = useState(() => newExpertDraft(name))
  const [problem, setProblem] = useState<string | null>(null)
  const add = () => {
    const lack = newExpertProblem(draft)
    setProblem(lack?.message ?? null)
    if (lack === null) onAdd(tagForNewExpert(draft))
  }
  return (
    <NewExpert
      draft={draft}
      problem={problem}
      onChange={(next) => {
        setDraft(next)
        setProblem(null)
      }}
      onKnown={({ id, name: known, company }) => onAdd(tagForExpert({ id, name: known, company, vote: null }))}
      onAdd={add}
      onCancel={onCancel}
    />
  )
}

interface ChipProps {
  expert: ExpertTagDraft
  canVote: boolean
  onVote: (vote: boolean | null) => void
  onRemove: () => void
}

function Chip({ expert, canVote, onVote, onRemove }: ChipProps) {
  const { name, ballot, has_vote } = expert
  const vote = ballot?.vote ?? null
  return (
    <li className={styles.chip}>
      <span className={styles.words}>{expertInWords(expert)}</span>
      {canVote && has_vote && <span className={styles.hint}>You’ve voted</span>}
      {canVote && !has_vote && (
        <>
          <button
            type="button"
            aria-pressed={vote === true}
            aria-label={`Recommend ${name}`}
            title="Recommend"
            onClick={() => onVote(vote === true ? null : true)}
          >
            <IconThumbUp size={16} stroke={1.6} aria-hidden />
          </button>
          <button
            type="button"
            aria-pressed={vote === false}
            aria-label={`Advise against ${name}`}
            title="Advise against"
            onClick={() => onVote(vote === false ? null : false)}
          >
            <IconThumbDown size={16} stroke={1.6} aria-hidden />
          </button>
        </>
      )}
      <button type="button" aria-label={`Remove ${name}`} title="Remove" onClick={onRemove}>
        <IconX size={16} stroke={1.8} aria-hidden />
      </button>
    </li>
  )
}
