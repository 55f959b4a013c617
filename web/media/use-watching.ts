/** Saves where the member is in a video and what was played: every few seconds, on a jump, and when the page is left. */
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { RecordWatching, type RecordWatchingMutationVariables } from '#api/operations.ts'
import { WATCH_SAVE_SECONDS } from '#shared/materials.ts'
import { execute } from '#web/platform/api/operations.ts'
import { log } from '#web/platform/log.ts'

export interface Watched {
  kind: RecordWatchingMutationVariables['kind']
  id: number
}

/** A larger step of the position is a jump, not playing. */
const JUMP_SECONDS = 2.5

/** `onSaved` is called after each save: what shows the progress is out of date then. */
export function useWatching(
  video: RefObject<HTMLVideoElement | null>,
  { kind, id }: Watched,
  onSaved: () => void = () => undefined,
): void {
  const saved = useEffectEvent(onSaved)
  /** The seconds that were played and are not saved yet. */
  const played = useRef({ from: 0, to: 0 })
  useEffect(() => {
    const element = video.current
    if (!element) return undefined
    let isPlaying = false
    const save = (keepalive = false) => {
      const { from, to } = played.current
      const position = Math.floor(element.currentTime)
      const [begins, ends] = [Math.floor(from), Math.floor(to)]
      played.current.from = ends > begins ? ends : from
      const watched = ends > begins ? { from: begins, to: ends } : {}
      // Not shown: playing goes on, and the next call saves the position.
      execute(RecordWatching, { kind, id, position, ...watched }, { keepalive }).then(saved, (error: Error) =>
        log.warn('Position not saved', { reason: error.message }),
      )
    }
    const onTime = () => {
      const at = element.currentTime
      const { from, to } = played.current
      if (Math.abs(at - to) > JUMP_SECONDS) {
        if (isPlaying) save()
        played.current = { from: at, to: at }
      } else if (isPlaying) {
        played.current.to = at
        if (at - from >= WATCH_SAVE_SECONDS) save()
      }
    }
    const onPlay = () => {
      isPlaying = true
      played.current = { from: element.currentTime, to: element.currentTime }
      save()
    }
    const onPause = () => {
      if (isPlaying) save()
      isPlaying = false
    }
    const onLeave = () => {
      if (isPlaying && document.visibilityState === 'hidden') save(true)
    }
    const listeners = { timeupdate: onTime, play: onPlay, pause: onPause, ended: onPause }
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener)
    document.addEventListener('visibilitychange', onLeave)
    return () => {
      if (isPlaying) save(true)
      for (const [name, listener] of Object.entries(listeners)) element.removeEventListener(name, listener)
      document.removeEventListener('visibilitychange', onLeave)
    }
  }, [video, kind, id])
}
