/** Events: lists and reads are for everybody who is signed in, and show each what they may see; the desk is for staff. */
import type { Role, Row } from '../row.ts'

interface Kit {
  hasSession: (role: Role) => boolean
  signedIn: (variables?: Record<string, unknown>) => Row
}

const UNKNOWN = 9_007_199_254_740_991
const EVENT = {
  peer_network_id: UNKNOWN,
  category_id: UNKNOWN,
  title: ' ',
  description: '',
  wall_start: '2030-01-01T09:00',
  wall_end: '2030-01-01T10:00',
  time_zone: 'UTC',
  areas_of_expertise: [],
  people: [],
}
const FILE = { key: 'a'.repeat(22), name: 'a.pdf', file_type: 'application/pdf', size: 1 }

export const eventRows = ({ hasSession, signedIn }: Kit): Record<string, Row> => {
  const refused = (variables: Record<string, unknown>, code: string): Row => ({
    about: 'nothing',
    variables: () => variables,
    outcome: (role) => (hasSession(role) ? `code ${code}` : 'unauthenticated'),
  })
  /** Members learn nothing, also not that such an operation exists. */
  const ofStaff = (variables: Record<string, unknown>, code = 'staff.not_found'): Row => ({
    ...refused(variables, 'staff.not_found'),
    outcome: (role) => {
      if (!hasSession(role)) return 'unauthenticated'
      return `code ${role === 'staff' ? code : 'staff.not_found'}`
    },
  })
  return {
    SearchFilterEvents: signedIn({ search: 'a' }),
    SearchFilterEventDocuments: signedIn({ search: 'a' }),
    SearchFilterEventVideos: signedIn({ search: 'a' }),
    SearchFilterAllEvents: signedIn({ search: 'a' }),
    GetEventById: signedIn({ id: 1 }),
    GetEventVideoById: signedIn({ id: 1 }),
    GetMainStageSessionById: signedIn({ id: 1 }),
    GetMainStageSessions: signedIn(),
    GetEventsDateRange: signedIn(),
    GetEventCategories: signedIn(),
    GetEventExpertises: signedIn(),
    GetDefaultEventImages: signedIn(),
    NextEvents: signedIn(),
    GetAttendedEvents: signedIn(),
    GetStaffEventRequests: signedIn(),
    RequestEvents: signedIn({ description: 'From the matrix' }),
    RequestEventDocumentDownload: refused({ doc_id: UNKNOWN }, 'events.document_not_found'),
    TrackEventView: refused({ event_id: UNKNOWN }, 'events.not_found'),
    RegisterForEvent: refused({ event_id: UNKNOWN }, 'events.not_found'),
    CancelRegistration: refused({ event_id: UNKNOWN }, 'events.not_found'),
    RotateCalendarToken: refused({ token: 'short' }, 'events.calendar_token'),
    RecordWatching: refused({ kind: 'event_video', id: UNKNOWN, position: 1 }, 'materials.video_not_found'),
    SaveEvent: ofStaff({ event: EVENT }, 'events.staff'),
    CancelEvent: ofStaff({ id: UNKNOWN }),
    SaveEventCategory: ofStaff({ name: ' ', hosts_label: 'Hosts' }, 'events.staff'),
    SaveMainStageSession: ofStaff({ event_id: UNKNOWN, session: { title: 'x', description: '', speakers: '' } }),
    RemoveMainStageSession: ofStaff({ id: UNKNOWN }),
    AddEventDocument: ofStaff({ event_id: UNKNOWN, title: 'x', file: FILE }),
    RemoveEventDocument: ofStaff({ id: UNKNOWN }),
    AddEventVideo: ofStaff({ event_id: UNKNOWN, video: { title: 'x', description: '' }, file: FILE }, 'uploads.gone'),
    RemoveEventVideo: ofStaff({ id: UNKNOWN }),
    SaveEventPhotos: ofStaff({ event_id: UNKNOWN, photos: [] }),
    AnswerEventRequest: ofStaff({ id: UNKNOWN }),
  }
}
