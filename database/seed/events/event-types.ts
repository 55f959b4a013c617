/** What the demo says about an event. Days count from the day of the seed. */
import type { Area, NetworkSlug } from '../networks.ts'

export interface SessionSeed {
  title: string
  description: string
  speakers: string
  room?: string
  /** Days after the event's first day, and the time. */
  at?: readonly [day: number, time: string]
  video?: string
}

export interface DocumentSeed {
  title: string
  lines: readonly string[]
  /** Opens this many days from now. */
  opens?: number
}

export interface EventSeed {
  network: NetworkSlug
  category: string
  title: string
  description: string
  day: number
  time: string
  minutes: number
  zone: string
  city?: string
  venue?: string
  capacity?: number
  hosts?: readonly string[]
  /** Members by key. */
  speakers?: readonly string[]
  /** Name, what they do, and their zone if it is another one. */
  guests?: readonly (readonly [name: string, title: string, zone?: string])[]
  sponsors?: readonly string[]
  areas?: readonly Area[]
  going?: readonly string[]
  waiting?: readonly string[]
  documents?: readonly DocumentSeed[]
  videos?: readonly string[]
  sessions?: readonly SessionSeed[]
  photos?: readonly string[]
  movedFrom?: readonly [day: number, time: string]
  isCanceled?: boolean
}
