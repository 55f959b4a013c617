/** Rows of hidden ids of the library: events, series, documents and CLE. */
import { keyed, open, plain, reason, row, type IdRow, type Variables } from './hidden-row.ts'

const newEvent = {
  peer_network_id: 1,
  category_id: 1,
  title: 'Matrix',
  description: '',
  wall_start: '2030-01-01T09:00',
  wall_end: '2030-01-01T10:00',
  time_zone: 'UTC',
  areas_of_expertise: [],
  people: [],
}
const file = { key: 'a'.repeat(22), name: 'a.pdf', file_type: 'application/pdf', size: 1 }
const session = { title: 'Matrix', description: '', speakers: '' }
const video = { title: 'Matrix', description: '' }
const ofEvent = (more: Variables = {}) => ({ event_id: plain('event', 'event_id', more) })
const accreditation = {
  jurisdiction: 'NY',
  title: 'Matrix',
  number: '1',
  minutes: 50,
  valid_from: '2026-01-01',
  valid_until: '2026-12-31',
}
const ofVideo = (more: Variables = {}) => ({ video_id: plain('accreditedVideo', 'video_id', more) })
const cle: Record<string, Record<string, IdRow | IdRow[]>> = {
  CheckCleCode: ofVideo(),
  SubmitCleCode: ofVideo({ code: 'A' }),
  ClaimCleCredit: { accreditation_id: plain('accreditation', 'accreditation_id') },
  SaveCleAccreditation: {
    'accreditation.event_id': row('event', (event_id) => ({ accreditation: { ...accreditation, event_id } })),
    'accreditation.video_id': row('accreditedVideo', (video_id) => ({ accreditation: { ...accreditation, video_id } })),
  },
  ConfirmCleAttendance: {
    accreditation_id: plain('accreditation', 'accreditation_id', { email: 'a@example.org', minutes: 50 }),
  },
  RevokeCleCredit: { id: plain('cleCredit', 'id', { reason }) },
}

const events: Record<string, Record<string, IdRow | IdRow[]>> = {
  RequestEvents: { event_id: row('event', (event_id) => keyed({ event_id, description: 'Slides' })) },
  RequestEventDocumentDownload: { doc_id: plain('eventDocument', 'doc_id') },
  TrackEventView: ofEvent(),
  RegisterForEvent: ofEvent(),
  CancelRegistration: ofEvent(),
  RecordWatching: {
    id: [
      plain('eventVideo', 'id', { kind: 'event_video', position: 1 }),
      plain('session', 'id', { kind: 'mainstage_session', position: 1 }),
      plain('seriesVideo', 'id', { kind: 'series_video', position: 1 }),
    ],
  },
  SaveEvent: {
    id: plain('event', 'id', { event: newEvent }),
    'event.peer_network_id': row('network', (peer_network_id) => ({ event: { ...newEvent, peer_network_id } })),
    'event.people.user_id': row('member', (user_id) => ({
      event: { ...newEvent, people: [{ role: 'host', user_id }] },
    })),
    ...open('event.category_id', 'event.location_id', 'event.areas_of_expertise'),
  },
  CancelEvent: { id: plain('event', 'id') },
  SaveEventCategory: open('id', 'parent_id'),
  SaveMainStageSession: {
    id: plain('session', 'id', { event_id: 1, session }),
    ...ofEvent({ session }),
  },
  RemoveMainStageSession: { id: plain('session', 'id') },
  AddEventDocument: {
    ...ofEvent({ title: 'Matrix', file }),
    session_id: plain('session', 'session_id', { event_id: 1, title: 'Matrix', file }),
  },
  RemoveEventDocument: { id: plain('eventDocument', 'id') },
  AddEventVideo: {
    ...ofEvent({ video, file }),
    session_id: plain('session', 'session_id', { event_id: 1, video, file }),
  },
  RemoveEventVideo: { id: plain('eventVideo', 'id') },
  SaveEventPhotos: {
    ...ofEvent({ photos: [] }),
    'photos.id': row('eventPhoto', (id) => ({ event_id: 1, photos: [{ id, caption: 'Matrix' }] })),
  },
  AnswerEventRequest: { id: plain('guide', 'id') },
}

const series = (more: Variables = {}) => ({
  title: 'Matrix',
  is_published: false,
  videos: [],
  documents: [],
  speakers: [],
  sponsors: [],
  ...more,
})
const learning: Record<string, Record<string, IdRow | IdRow[]>> = {
  RequestSeriesDocumentDownload: { doc_id: plain('seriesDocument', 'doc_id') },
  TriggerSponsorConnection: {
    series_id: plain('series', 'series_id', { sponsor_id: 1, consent: true }),
    sponsor_id: plain('seriesSponsor', 'sponsor_id', { series_id: 1, consent: true }),
  },
  SaveSeries: {
    id: row('series', (id, { network }) => keyed({ id, series: series({ peer_network_id: network }) })),
    'series.peer_network_id': row('network', (id) => keyed({ series: series({ peer_network_id: id }) })),
    'series.videos.id': row('seriesVideo', (id, { network }) =>
      keyed({ series: series({ peer_network_id: network, videos: [{ id, video_id: 1, title: 'Matrix' }] }) }),
    ),
    'series.videos.video_id': row('seriesVideo', (id, { network }) =>
      keyed({ series: series({ peer_network_id: network, videos: [{ video_id: id, title: 'Matrix' }] }) }),
    ),
    'series.documents.id': row('seriesDocument', (id, { network }) =>
      keyed({ series: series({ peer_network_id: network, documents: [{ id, title: 'Matrix' }] }) }),
    ),
    'series.speakers.user_id': row('member', (id, { network }) =>
      keyed({ series: series({ peer_network_id: network, speakers: [{ user_id: id }] }) }),
    ),
    'series.sponsors.id': row('seriesSponsor', (id, { network }) =>
      keyed({
        series: series({
          peer_network_id: network,
          sponsors: [{ id, first_name: 'A', company: 'Matrix', email: 'a@matrix.test' }],
        }),
      }),
    ),
  },
}

const edited = {
  title: 'Matrix',
  type: 'other',
  topics: [],
  geographies: [],
  networks: [1],
  is_featured: false,
  is_watermarked: false,
}
const submitted = { title: 'Matrix', type: 'other', file }
const documents: Record<string, Record<string, IdRow | IdRow[]>> = {
  SubmitPeerDocument: {
    networks: row('network', (id) => keyed({ ...submitted, networks: [id] })),
    request_id: row('documentRequest', (id, { network }) =>
      keyed({ ...submitted, networks: [network], request_id: id }),
    ),
    ...open('topics', 'geographies'),
  },
  AddPeerDocumentVersion: { id: row('document', (id) => keyed({ id, file })) },
  WithdrawPeerDocument: { id: plain('document', 'id') },
  RequestPeerDocumentDownload: { doc_id: plain('document', 'doc_id') },
  TrackPeerDocumentView: { peer_document_id: plain('document', 'peer_document_id') },
  WithdrawDocumentRequest: { id: plain('documentRequest', 'id') },
  ApprovePeerDocument: { id: plain('document', 'id') },
  RefusePeerDocument: { id: plain('document', 'id', { reason }) },
  AskForDocumentChanges: { id: plain('document', 'id', { reason }) },
  EditPeerDocument: {
    id: plain('document', 'id', edited),
    networks: row('network', (id) => ({ ...edited, id: 1, networks: [id] })),
    ...open('topics', 'geographies'),
  },
  ModerateDocumentRequest: { id: plain('documentRequest', 'id', { approve: true }) },
  RevealDocumentSubmitter: { id: plain('document', 'id', { reason }) },
}

export const libraryRows = { ...cle, ...events, ...learning, ...documents }
