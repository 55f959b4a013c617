import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import styles from '#web/features/discussions/reply/PendingReply.module.css'

const SECOND_MS = 1000
const secondsUntil = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / SECOND_MS))

/** A reply that is not sent yet. The seconds are visual only; screen readers hear one announcement. */
export function UndoCountdown({ outgoingKey, until }: { outgoingKey: string; until: number }) {
  const [seconds, setSeconds] = useState(() => secondsUntil(until))
  const [announced] = useState(`Your reply will be posted in ${seconds} seconds. Undo to stop it.`)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(until)), SECOND_MS / 4)
    return () => clearInterval(timer)
  }, [until])
  const sendNow = useRef<HTMLButtonElement>(null)
  // The button disappears when the reply is being sent, so the reply takes over its focus.
  useLayoutEffect(() => {
    const button = sendNow.current
    return () => {
      if (button && button === document.activeElement) button.closest('article')?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <>
      <span className={styles.state} aria-hidden>
        Posting in {seconds} s
      </span>
      <span role="status" className="visually-hidden">
        {announced}
      </span>
      <button type="button" data-act="undo" data-key={outgoingKey}>
        Undo
      </button>
      <button ref={sendNow} type="button" data-act="now" data-key={outgoingKey}>
        Send now
      </button>
    </>
  )
}
