/** Who may find, watch and edit series. */
import type { Role, Row } from '../row.ts'

interface Kit {
  hasSession: (role: Role) => boolean
  signedIn: (variables?: Record<string, unknown>) => Row
}

const UNKNOWN = 999_999
const SERIES = {
  peer_network_id: UNKNOWN,
  title: 'From the matrix',
  is_published: false,
  videos: [],
  documents: [],
  speakers: [],
  sponsors: [],
}

// A hidden series is answered like an unknown one; tests/api checks what each reader gets.
export const learningRows = ({ hasSession, signedIn }: Kit): Record<string, Row> => {
  const refused = (variables: Record<string, unknown>, code: string): Row => ({
    about: 'nothing',
    variables: () => variables,
    outcome: (role) => (hasSession(role) ? `code ${code}` : 'unauthenticated'),
  })
  return {
    Series: signedIn(),
    SeriesByPk: signedIn({ id: UNKNOWN }),
    GetOwnSeries: signedIn(),
    GetSeriesVideoById: signedIn({ id: UNKNOWN }),
    SearchSeriesTranscripts: signedIn({ series_id: UNKNOWN, search: 'a' }),
    AllLearningHubSearch: signedIn({ search: 'a' }),
    SeriesSearch: signedIn({ search: 'a' }),
    SeriesDocumentSearch: signedIn({ search: 'a' }),
    SeriesVideoSearch: signedIn({ search: 'a' }),
    RequestSeriesDocumentDownload: refused({ doc_id: UNKNOWN }, 'learning.document_not_found'),
    TriggerSponsorConnection: refused(
      { series_id: UNKNOWN, sponsor_id: UNKNOWN, consent: true },
      'learning.sponsor_not_found',
    ),
    // Staff lists are empty for others.
    GetStaffSeries: signedIn(),
    GetStaffSeriesById: signedIn({ id: UNKNOWN }),
    GetVideoChoices: signedIn(),
    AddVideo: {
      about: 'nothing',
      variables: () => ({
        file: { key: 'a'.repeat(22), name: 'a.webm', file_type: 'video/webm', size: 1 },
      }),
      outcome: (role) => {
        if (!hasSession(role)) return 'unauthenticated'
        return role === 'staff' ? 'code uploads.gone' : 'code staff.not_found'
      },
    },
    SaveSeries: {
      about: 'nothing',
      variables: () => ({ series: SERIES }),
      outcome: (role) => {
        if (!hasSession(role)) return 'unauthenticated'
        return role === 'staff' ? 'code learning.series' : 'code staff.not_found'
      },
    },
  }
}
