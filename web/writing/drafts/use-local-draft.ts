import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { removeKey, writeJson, readJson } from '#web/platform/storage/json-storage.ts'

const KEEP_AFTER_MS = 400

interface Ways<T> {
  /** What stands there, null where it is not worth keeping. Asked when it is stored: not with each stroke. */
  whole: () => T | null
  /** Takes up what was kept before. */
  take: (known: T) => void
}

/** Whether it stands on the device now. */
const put = (key: string, draft: unknown): boolean => (draft === null ? (removeKey(key), false) : writeJson(key, draft))

/** What is being written: kept on the device a moment after the last stroke, and found again. */
export function useDraft<T>(key: string, { whole, take }: Ways<T>) {
  const [isKept, setKept] = useState(false)
  const [strokes, setStrokes] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(whole)
  latest.current = whole
  const store = useEffectEvent(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    setKept(put(key, whole()))
  })
  const takeUp = useEffectEvent(take)
  useEffect(() => {
    const known = readJson<T>(key)
    if (known) {
      takeUp(known)
      setKept(true)
    }
    // A page that is put away may never come back, so what waits is stored at once.
    const onHide = () => timer.current !== undefined && store()
    addEventListener('pagehide', onHide)
    return () => {
      removeEventListener('pagehide', onHide)
      if (timer.current === undefined) return
      clearTimeout(timer.current)
      timer.current = undefined
      put(key, latest.current())
    }
  }, [key])
  useEffect(() => {
    if (strokes === 0) return
    timer.current = setTimeout(() => store(), KEEP_AFTER_MS)
    return () => clearTimeout(timer.current)
  }, [strokes])
  return {
    isKept,
    changed: () => {
      setKept(false)
      setStrokes((count) => count + 1)
    },
    drop: () => {
      clearTimeout(timer.current)
      timer.current = undefined
      removeKey(key)
      setKept(false)
    },
  }
}
