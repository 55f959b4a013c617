import type { ReactNode } from 'react'
import styles from '#web/features/assistant/answer/Answer.module.css'
import type { Citation, Sentence, Version } from '#web/features/assistant/assistant.queries.ts'
import { namesBefore, paragraphsOf, UNAVAILABLE } from '#web/features/assistant/assistant-texts.ts'
import { useOpenedSource } from '#web/features/assistant/open-source.ts'

/** The sentences of an answer, each with the numbers of its sources. */
export function Sentences({ answer }: { answer: Version }) {
  const { opened } = useOpenedSource()
  const here = opened?.answerId === answer.id ? opened : null
  const isChosen = ({ number, citations }: Sentence) =>
    here !== null && citations.includes(here.number) && (here.sentence ?? number) === number
  const names = namesBefore(answer)
  return paragraphsOf(answer.sentences).map((sentences) => (
    <p key={sentences[0]!.number} className={styles.text}>
      {sentences.map((sentence) => (
        <span key={sentence.number}>
          {sentence.content === null ? (
            <em className={styles.gone}>{UNAVAILABLE}</em>
          ) : (
            <span className={styles.sentence} data-chosen={isChosen(sentence) || undefined}>
              {names.has(sentence.number) && <b>{names.get(sentence.number)}: </b>}
              <Supported
                content={sentence.content}
                numbers={sentence.citations.map((number) => (
                  <SourceNumber
                    key={number}
                    answerId={answer.id}
                    sentence={sentence.number}
                    source={answer.citations.find((citation) => citation.number === number)}
                    isChosen={isChosen(sentence) && here?.number === number}
                  />
                ))}
              />
            </span>
          )}{' '}
        </span>
      ))}
    </p>
  ))
}

/** A number stays with the last word: alone on a line it would belong to nothing. */
function Supported({ content, numbers }: { content: string; numbers: ReactNode }) {
  const text = content.trimEnd()
  const at = text.lastIndexOf(' ') + 1
  return (
    <>
      {text.slice(0, at)}
      <span className={styles.end}>
        {text.slice(at)}
        {numbers}
      </span>
    </>
  )
}

interface NumberProps {
  answerId: number
  sentence: number
  source: Citation | undefined
  isChosen: boolean
}

function SourceNumber({ answerId, sentence, source, isChosen }: NumberProps) {
  const { open } = useOpenedSource()
  if (!source) return null
  const { number, title } = source
  return (
    <button
      type="button"
      className={styles.number}
      aria-pressed={isChosen}
      aria-label={`Source ${number}: ${title}`}
      onClick={() => open(isChosen ? null : { answerId, number, sentence })}
    >
      {number}
    </button>
  )
}
