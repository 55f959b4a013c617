import { makeWatchable } from '#server/features/materials/index.ts'
import { defineFeature } from '#server/platform/feature.ts'
import { merged } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { cancelRegistration, registerForEvent } from './attendance/attendance.actions.ts'
import { attendanceJobs } from './attendance/attendance.jobs.ts'
import { rotateCalendarToken } from './calendar/calendar.actions.ts'
import { registerCalendarRoutes } from './calendar/calendar.routes.ts'
import { eventLists, events } from './events.access.ts'
import { requestEventDocumentDownload, requestEvents, trackEventView } from './events.actions.ts'
import { eventReads } from './events.reads.ts'
import { registerEventRoutes } from './events.routes.ts'
import { importEvents, importRecordings } from './imports/imports.actions.ts'
import { eventsPersonalData } from './personal-data.ts'
import { eventDesk } from './staff/event-desk.access.ts'
import {
  addEventDocument,
  addEventVideo,
  answerEventRequest,
  cancelEvent,
  removeFromEvent,
  saveEvent,
  saveEventCategory,
  saveMainStageSession,
} from './staff/event-desk.actions.ts'
import { eventDeskReads } from './staff/event-desk.reads.ts'
import { saveEventPhotos } from './staff/photos.actions.ts'

export { events }

makeWatchable(
  'event_video',
  (id) => sql`select v.video_id from ${events.event_videos} v where v.id = ${id} and v.can_view`,
)
makeWatchable(
  'mainstage_session',
  (id) => sql`select s.video_id from ${events.mainstage_sessions} s where s.id = ${id} and s.can_view`,
)

export const eventsFeature = defineFeature({
  name: 'events',
  level: 'content',
  reads: merged(eventReads, eventDeskReads),
  access: [events, eventLists, eventDesk],
  personalData: eventsPersonalData,
  actions: ({ pool, bus, blobs }) => ({
    requestEvents: (call: Call<never>) => requestEvents(pool, call),
    requestEventDocumentDownload: (call: Call<never>) => requestEventDocumentDownload(pool, call),
    trackEventView: (call: Call<never>) => trackEventView(pool, call),
    registerForEvent: (call: Call<never>) => registerForEvent(pool, call),
    cancelRegistration: (call: Call<never>) => cancelRegistration(pool, bus, call),
    saveEvent: (call: Call<never>) => saveEvent(pool, bus, call),
    cancelEvent: (call: Call<never>) => cancelEvent(pool, bus, call),
    saveEventCategory: (call: Call<never>) => saveEventCategory(pool, bus, call),
    saveMainStageSession: (call: Call<never>) => saveMainStageSession(pool, bus, call),
    removeMainStageSession: (call: Call<never>) => removeFromEvent(pool, bus, call, 'mainstage_session'),
    addEventDocument: (call: Call<never>) => addEventDocument(pool, bus, call),
    removeEventDocument: (call: Call<never>) => removeFromEvent(pool, bus, call, 'event_document'),
    addEventVideo: (call: Call<never>) => addEventVideo({ pool, bus, blobs }, call),
    removeEventVideo: (call: Call<never>) => removeFromEvent(pool, bus, call, 'event_video'),
    saveEventPhotos: (call: Call<never>) => saveEventPhotos(pool, bus, call),
    answerEventRequest: (call: Call<never>) => answerEventRequest(pool, bus, call),
    rotateCalendarToken: (call: Call<never>) => rotateCalendarToken(pool, call),
  }),
  imports: (context) => ({
    events: (order) => importEvents(context, order),
    recordings: (order) => importRecordings(context, order),
  }),
  jobs: () => attendanceJobs,
  schedule: ['*/10 * * * * events:remind', '*/15 * * * * events:settle'],
  routes: (app, context) => {
    registerEventRoutes(app, context)
    registerCalendarRoutes(app, context)
  },
})
