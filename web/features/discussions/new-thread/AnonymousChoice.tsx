import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState, type RefObject } from 'react'
import { GetAnonymityMeter } from '#api/operations.ts'
import { POLL_IS_NAMED, meterProblem, meterSentence, type Meter } from '#shared/anonymity-texts.ts'
import styles from '#web/features/discussions/new-thread/AnonymousChoice.module.css'
import { delayQuery } from '#web/features/discussions/waiting/waiting.queries.ts'
import { execute } from '#web/platform/api/operations.ts'
import { Checkbox } from '#web/kit/forms/Controls.tsx'

/** Measure the text after a pause in typing. */
const PAUSE_MS = 600

interface Props {
  isOn: boolean
  isPoll: boolean
  topic: string
  body: RefObject<{ readonly html: string }>
  /** Incremented on each change of the body. */
  numOfEdits: number
  networkIds: readonly number[]
  /** The message the form already shows; the meter does not repeat it. */
  said: string | null
  onChange: (isOn: boolean) => void
}

/** Switch for posting anonymously: explains what it means, and shows what the text still reveals about the author. */
export function AnonymousChoice({ isOn, isPoll, topic, body, numOfEdits, networkIds, said, onChange }: Props) {
  const id = useId()
  return (
    <div className={styles.choice}>
      <Checkbox
        label="Ask anonymously"
        role="switch"
        className={styles.switch}
        checked={isOn}
        aria-describedby={`${id}-plate`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div id={`${id}-plate`}>
        {isPoll ? (
          <p className={styles.note}>{isOn ? POLL_IS_NAMED : 'Members can see that you posted this poll.'}</p>
        ) : isOn ? (
          <dl className={styles.plate}>
            <dt>Members see</dt>
            <dd>“A member,” with no name, company, or photo. Your replies in this discussion appear the same way.</dd>
            <dt>Private replies</dt>
            <dd>reach you, but the people who write them don’t learn who you are.</dd>
            <dt>Files</dt>
            <dd>lose the names in their properties, comments, and changes. A file whose text names you is refused.</dd>
            <DelayWords />
            <dt>Staff</dt>
            <dd>can look up your name if they have to. Each lookup is recorded with a reason.</dd>
          </dl>
        ) : (
          <p className={styles.note}>
            Members see “A member” instead of your name. Staff can look up your name, and each lookup is recorded.
          </p>
        )}
      </div>
      {isOn && !isPoll && <LiveMeter {...{ topic, body, numOfEdits, networkIds, said }} />}
    </div>
  )
}

/** Announces the delay before posting, so that members are not surprised when the post does not appear at once. */
function DelayWords() {
  const delay = useQuery(delayQuery).data?.anonymous_delay
  if (!delay || delay.most_minutes === 0) return null
  return (
    <>
      <dt>It appears</dt>
      <dd>
        {delay.least_minutes} to {delay.most_minutes} minutes after you post it, at a random moment, so that no one can
        tell by who is online. Until then, you can cancel it. Your replies in it are delayed, too.
      </dd>
    </>
  )
}

function LiveMeter({ topic, body, numOfEdits, networkIds, said }: Omit<Props, 'isOn' | 'isPoll' | 'onChange'>) {
  const [meter, setMeter] = useState<Meter | 'lost' | null>(null)
  const networks = networkIds.join()
  useEffect(() => {
    let isLeft = false
    const timer = setTimeout(() => {
      // Escape the topic, so that text that looks like a tag is measured too.
      const text = `<p>${topic.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>${body.current.html}`
      execute(GetAnonymityMeter, { text, peer_network_ids: networks === '' ? [] : networks.split(',').map(Number) })
        .then(({ anonymityMeter }) => !isLeft && setMeter(anonymityMeter))
        .catch(() => !isLeft && setMeter('lost'))
    }, PAUSE_MS)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [topic, body, numOfEdits, networks])
  const problem = meter === null || meter === 'lost' ? null : meterProblem(meter)
  if (problem !== null && problem === said) return null
  return (
    <p role="status" className={problem === null ? styles.meter : `${styles.meter} ${styles.short}`}>
      {meter === null && 'We compare your text with your profile as you write.'}
      {meter === 'lost' && 'We couldn’t check your text just now. We’ll check it again when you post.'}
      {meter !== null && meter !== 'lost' && (problem ?? meterSentence(meter))}
    </p>
  )
}
