/** The state of a video element and what its controls do. */
import { useEffect, useRef, useState, type RefObject } from 'react'

export const SPEEDS = [0.75, 1, 1.25, 1.5, 2] as const

export interface Player {
  video: RefObject<HTMLVideoElement | null>
  /** In seconds. */
  time: number
  isPlaying: boolean
  isMuted: boolean
  speed: number
  hasFailed: boolean
  play: () => void
  toggle: () => void
  seek: (seconds: number) => void
  skip: (seconds: number) => void
  mute: () => void
  setSpeed: (speed: number) => void
  retry: () => void
}

/** `startAt` is where playing begins, in seconds. */
export function usePlayer(duration: number, startAt: number): Player {
  const video = useRef<HTMLVideoElement>(null)
  const [time, setTime] = useState(startAt)
  const [isPlaying, setPlaying] = useState(false)
  const [isMuted, setMuted] = useState(false)
  const [speed, setSpeed] = useState(1)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const element = video.current
    if (!element) return undefined
    const onTime = () => setTime(element.currentTime)
    const onState = () => {
      setPlaying(!element.paused && !element.ended)
      setMuted(element.muted)
      setSpeed(element.playbackRate)
    }
    const start = () => {
      if (startAt > 0) element.currentTime = startAt
    }
    const onError = () => setFailed(true)
    const listening = new AbortController()
    const listen = (names: readonly string[], listener: () => void, once = false) => {
      for (const name of names) element.addEventListener(name, listener, { signal: listening.signal, once })
    }
    listen(['play', 'pause', 'ended', 'volumechange', 'ratechange'], onState)
    listen(['timeupdate', 'seeking'], onTime)
    listen(['error'], onError)
    // The browser may have failed, or read the beginning, before this page hydrated.
    if (element.error) onError()
    if (element.readyState >= HTMLMediaElement.HAVE_METADATA) start()
    else listen(['loadedmetadata'], start, true)
    return () => listening.abort()
  }, [startAt])
  const on = (act: (element: HTMLVideoElement) => void) => () => video.current && act(video.current)
  const play = (element: HTMLVideoElement) => void element.play().catch(() => undefined)
  const seek = (seconds: number) => {
    const at = Math.min(Math.max(0, seconds), duration)
    setTime(at)
    on((element) => (element.currentTime = at))()
  }
  return {
    video,
    time,
    isPlaying,
    isMuted,
    speed,
    hasFailed,
    play: on(play),
    toggle: on((element) => (element.paused || element.ended ? play(element) : element.pause())),
    seek,
    skip: (seconds) => seek((video.current?.currentTime ?? time) + seconds),
    mute: on((element) => (element.muted = !element.muted)),
    setSpeed: (next) => on((element) => (element.playbackRate = next))(),
    retry: () => {
      setFailed(false)
      on((element) => element.load())()
    },
  }
}
