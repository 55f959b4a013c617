import { useEffect, useRef } from 'react'
import type { Citation, Version } from '#web/features/assistant/assistant.queries.ts'
import { openableLine } from '#web/features/assistant/assistant-texts.ts'
import { useOpenedSource } from '#web/features/assistant/open-source.ts'
import styles from '#web/features/assistant/sources/Sources.module.css'
import { aboutSource, OpenLink, Passage, PrivateLine } from '#web/features/assistant/sources/SourceParts.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'

/** The sources of one answer in the side column; the opened one with the passage and its words marked. */
export function SourceNotes({ answer }: { answer: Version | undefined }) {
  const { opened } = useOpenedSource()
  const sources = answer?.citations ?? []
  const chosen = opened?.answerId === answer?.id ? sources.find(({ number }) => number === opened?.number) : undefined
  return (
    <SideNote title="Sources of this answer">
      {answer === undefined || sources.length === 0 ? (
        <p className={styles.none}>The sources of an answer appear here, with the words that were used.</p>
      ) : (
        <>
          <ol className={styles.sources}>
            {sources.map((source) => (
              <SourceCard key={source.number} answerId={answer.id} source={source} isChosen={source === chosen} />
            ))}
          </ol>
          <p className={styles.openable}>{openableLine(sources.length)}</p>
        </>
      )}
      <p role="status" className="visually-hidden">
        {chosen && `Source ${chosen.number}: ${chosen.title}. ${chosen.quote}`}
      </p>
    </SideNote>
  )
}

interface CardProps {
  answerId: number
  source: Citation
  isChosen: boolean
}

function SourceCard({ answerId, source, isChosen }: CardProps) {
  const { open } = useOpenedSource()
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const { number, title, is_private, quote, author_name, detail } = source
  return (
    <li ref={card} className={styles.source} data-chosen={isChosen || undefined} data-private={is_private || undefined}>
      <button
        type="button"
        className={styles.name}
        aria-expanded={isChosen}
        onClick={() => open(isChosen ? null : { answerId, number })}
      >
        <span className={styles.figure}>{number}</span> {title}
      </button>
      <p className={styles.detail}>{isChosen ? aboutSource(source) : detail}</p>
      {is_private && <PrivateLine source={source} />}
      {isChosen ? (
        <>
          <Passage source={source} />
          <OpenLink source={source} />
        </>
      ) : (
        <p className={styles.quote}>
          “{quote}” {author_name}
        </p>
      )}
    </li>
  )
}
