import { IconThumbDown, IconThumbUp, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { expertInWords } from '#shared/discussions.ts'
import { EXPERTS_PER_POST } from '#shared/experts.ts'
import { ExpertSearch } from '#web/features/discussions/ExpertSearch.tsx'
import { NewExpert } from '#web/features/discussions/NewExpert.tsx'
import styles from '#web/features/discussions/Naming.module.css'
import type { NamedDraft, NamingFieldProps } from '#web/features/discussions/use-naming.tsx'

const isSame = (one: NamedDraft, other: NamedDraft) =>
  (one.expert.existing_expert ?? one.name.toLowerCase()) === (other.expert.existing_expert ?? other.name.toLowerCase())

const withVote = (named: NamedDraft, vote: boolean | null): NamedDraft => ({
  ...named,
  ballot: vote === null ? null : { id: named.expert.existing_expert ?? null, vote, name: named.name },
})

/** The experts that a post names, and the way to name one more. */
export default function NamingField({ threadId, isPrivate, experts, isOpen, onChange, onClose }: NamingFieldProps) {
  const [begun, setBegun] = useState<string | null>(null)
  const add = (expert: NamedDraft) => {
    if (!experts.some((known) => isSame(known, expert))) onChange([...experts, expert])
    setBegun(null)
    onClose()
  }
  const isFull = experts.length >= EXPERTS_PER_POST
  return (
    <div className={styles.naming}>
      {experts.length > 0 && (
        <ul aria-label="Experts you name" className={styles.chips}>
          {experts.map((expert) => (
            <Chip
              key={`${expert.expert.existing_expert ?? ''}${expert.name}`}
              expert={expert}
              canVote={threadId !== null && !isPrivate}
              onVote={(vote) => onChange(experts.map((each) => (each === expert ? withVote(each, vote) : each)))}
              onRemove={() => onChange(experts.filter((each) => each !== expert))}
            />
          ))}
        </ul>
      )}
      {isPrivate && experts.some(({ ballot }) => ballot) && (
        <p className={styles.hint}>Votes count for everybody, so a private reply carries none.</p>
      )}
      {isOpen && isFull && <p className={styles.hint}>At most {EXPERTS_PER_POST} experts fit in one post.</p>}
      {isOpen && !isFull && begun === null && (
        <ExpertSearch threadId={threadId} onChoose={add} onNew={setBegun} onClose={onClose} />
      )}
      {isOpen && !isFull && begun !== null && <NewExpert name={begun} onAdd={add} onCancel={() => setBegun(null)} />}
    </div>
  )
}

interface ChipProps {
  expert: NamedDraft
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
      {canVote && has_vote && <span className={styles.hint}>You have voted</span>}
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
