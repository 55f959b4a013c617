/** Events: limits, words and paths, shared by server and browser. */
import { ROUTES } from './routes.ts'

export const EVENT_TITLE = 200
export const EVENT_DESCRIPTION = 20_000
export const EVENT_REQUEST = 2_000
/** Areas of expertise that visible events use. */
export const EVENT_EXPERTISES = 1_000
/** Rows of one event: its sessions, documents, videos, people, photos. */
export const EVENT_ITEMS = 100
export const EVENT_CATEGORIES = 200
/** Sessions of the main-stage page. */
export const MAINSTAGE_PAGE = 100
/** Members shown by their pictures beside the number of those attending. */
export const ATTENDING_SHOWN = 8
export const CAPACITY = 100_000
/** Events that the home page shows. */
export const NEXT_EVENTS = 3
/** Members who attend are reminded this long before the start. */
export const REMINDER_HOURS = 24
/** The member's calendar has events from this many days ago. */
export const CALENDAR_DAYS_BACK = 180
export const CALENDAR_EVENTS = 2_000

export const EVENT_ROLES = ['host', 'speaker', 'sponsor'] as const
export type EventRole = (typeof EVENT_ROLES)[number]

/** Pictures of ours for events without their own, by name; in web/public/event-images. */
export const EVENT_IMAGES = ['arches', 'columns', 'harbor', 'lamps', 'letters', 'rings'] as const
export type EventImage = (typeof EVENT_IMAGES)[number]
export const eventImagePath = (name: EventImage) => `/event-images/${name}.svg`

export const EVENT_PHOTOS_LIMIT = 30
/** What a photo shows, for those who see it and those who hear it. */
export const PHOTO_CAPTION = 200
/** Photos of events, for who may see the event. */
export const EVENT_PHOTOS = '/api/event-photos'

export const eventPath = (id: number) => `${ROUTES.events}/${id}`
export const videoPath = (video: { id: number; event: { id: number } }, at?: number) =>
  `${eventPath(video.event.id)}?video=${video.id}${at ? `&t=${at}` : ''}`
export const sessionPath = (id: number) => `${ROUTES.mainstage}/${id}`
export const calendarFilePath = (eventId: number) => `/api/events/${eventId}/calendar.ics`
export const calendarFeedPath = (token: string) => `/api/calendar/${token}.ics`
/** 256 random bits that the member's browser makes. */
export const CALENDAR_TOKEN = /^[\w-]{43}$/

/** Why a request for material cannot be sent; null if nothing is wrong. */
export function eventRequestProblem(description: string): string | null {
  const { length } = [...description.trim()]
  if (length === 0) return 'Describe what you need: the event, and its slides, documents or recording.'
  return length > EVENT_REQUEST
    ? `The request is ${length.toLocaleString('en-US')} characters long. The limit is ${EVENT_REQUEST.toLocaleString('en-US')}.`
    : null
}
