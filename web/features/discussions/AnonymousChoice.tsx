import { useEffect, useId, useState, type RefObject } from 'react'
import { GetAnonymityMeter } from '#api/operations.ts'
import { POLL_IS_NAMED, meterProblem, meterSentence, type Meter } from '#shared/anonymity-words.ts'
import styles from '#web/features/discussions/AnonymousChoice.module.css'
import { execute } from '#web/platform/operations.ts'

/** The text is measured when its writer pauses. */
const PAUSE_MS = 600

interface Props {
  isOn: boolean
  isPoll: boolean
  topic: string
  body: RefObject<{ readonly html: string }>
  /** Grows with each change of the body. */
  strokes: number
  networkIds: readonly number[]
  /** What the form says already, which the meter need not say again. */
  said: string | null
  onChange: (isOn: boolean) => void
}

/** Asking without a name: what that means, said before, and what the text tells about its writer all the same. */
export function AnonymousChoice({ isOn, isPoll, topic, body, strokes, networkIds, said, onChange }: Props) {
  const id = useId()
  return (
    <div className={styles.choice}>
      <label className={styles.switch}>
        <input
          type="checkbox"
          role="switch"
          checked={isOn}
          aria-describedby={`${id}-plate`}
          onChange={(event) => onChange(event.target.checked)}
        />
        Ask anonymously
      </label>
      <div id={`${id}-plate`}>
        {isPoll ? (
          <p className={styles.note}>{isOn ? POLL_IS_NAMED : 'Members see that you have opened this poll.'}</p>
        ) : isOn ? (
          <dl className={styles.plate}>
            <dt>Members see</dt>
            <dd>“A member”: no name, no company, no picture. You answer here the same way.</dd>
            <dt>Private replies</dt>
            <dd>reach you; whoever writes them does not learn who you are.</dd>
            <dt>Staff</dt>
            <dd>can look up your name if they must. Each time is put on record with a reason.</dd>
          </dl>
        ) : (
          <p className={styles.note}>Members see “A member” instead of your name. Staff can look it up, on record.</p>
        )}
      </div>
      {isOn && !isPoll && <LiveMeter {...{ topic, body, strokes, networkIds, said }} />}
    </div>
  )
}

function LiveMeter({ topic, body, strokes, networkIds, said }: Omit<Props, 'isOn' | 'isPoll' | 'onChange'>) {
  const [meter, setMeter] = useState<Meter | 'lost' | null>(null)
  const networks = networkIds.join()
  useEffect(() => {
    let isLeft = false
    const timer = setTimeout(() => {
      // The topic as text: what looks like a tag in it must be measured as well.
      const text = `<p>${topic.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>${body.current.html}`
      execute(GetAnonymityMeter, { text, peer_network_ids: networks === '' ? [] : networks.split(',').map(Number) })
        .then(({ anonymityMeter }) => !isLeft && setMeter(anonymityMeter))
        .catch(() => !isLeft && setMeter('lost'))
    }, PAUSE_MS)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [topic, body, strokes, networks])
  const problem = meter === null || meter === 'lost' ? null : meterProblem(meter)
  if (problem !== null && problem === said) return null
  return (
    <p role="status" className={problem === null ? styles.meter : `${styles.meter} ${styles.short}`}>
      {meter === null && 'The text is compared with your profile as you write.'}
      {meter === 'lost' && 'The text could not be measured just now; it is measured again when it is posted.'}
      {meter !== null && meter !== 'lost' && (problem ?? meterSentence(meter))}
    </p>
  )
}
