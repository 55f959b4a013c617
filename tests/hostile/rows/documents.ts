/** Peer documents: what members read and submit, and what only staff decide. */
import type { Role, Row } from '../row.ts'

interface Kit {
  hasSession: (role: Role) => boolean
  signedIn: (variables?: Record<string, unknown>) => Row
}

const UNKNOWN = 900_000_000_000_000
const FILE = { key: 'A'.repeat(22), name: 'notes.txt', file_type: 'text/plain', size: 5 }
const EDITED = {
  title: 'Matrix',
  type: 'other',
  topics: [],
  geographies: [],
  networks: [1],
  is_featured: false,
  is_watermarked: false,
}

// Lists contain what the viewer may read, and staff lists are empty for others; tests/api checks what each reader gets.
export const documentRows = ({ hasSession, signedIn }: Kit): Record<string, Row> => {
  const refused = (variables: Record<string, unknown>, code: string): Row => ({
    about: 'nothing',
    variables: () => variables,
    outcome: (role) => (hasSession(role) ? `code ${code}` : 'unauthenticated'),
  })
  const ofStaff = (variables: Record<string, unknown>, code: string): Row => ({
    ...refused(variables, code),
    outcome: (role) => {
      if (!hasSession(role)) return 'unauthenticated'
      return role === 'staff' ? `code ${code}` : 'code staff.not_found'
    },
  })
  const here = 'documents.not_found'
  return {
    SearchPeerDocuments: signedIn({ search: 'contract' }),
    PeerDocumentsByUser: signedIn({ submitterId: UNKNOWN }),
    PeerDocumentRequests: signedIn(),
    GetOwnPeerDocuments: signedIn(),
    GeographiesWithDocuments: signedIn(),
    ExpertisesWithDocuments: signedIn(),
    ExpertisesByPeerDocumentTotalTagCount: signedIn(),
    GetStaffDocuments: signedIn(),
    GetStaffDocumentRequests: signedIn(),
    GetPeerDocument: signedIn({ id: UNKNOWN }),
    GetPeerDocumentVersion: signedIn({ id: UNKNOWN }),
    RequestPeerDocument: signedIn({ document_title: 'Matrix', request: 'From the matrix' }),
    WithdrawDocumentRequest: refused({ id: UNKNOWN }, 'documents.request_not_found'),
    RequestPeerDocumentDownload: refused({ doc_id: UNKNOWN }, here),
    TrackPeerDocumentView: refused({ peer_document_id: UNKNOWN }, here),
    CheckDocumentFile: refused({ file: FILE }, 'uploads.gone'),
    SubmitPeerDocument: refused(
      { title: 'Matrix', type: 'other', file: FILE, networks: [UNKNOWN] },
      'documents.networks',
    ),
    AddPeerDocumentVersion: refused({ id: UNKNOWN, file: FILE }, here),
    WithdrawPeerDocument: refused({ id: UNKNOWN }, here),
    ApprovePeerDocument: ofStaff({ id: UNKNOWN }, here),
    RefusePeerDocument: ofStaff({ id: UNKNOWN, reason: 'From the matrix' }, here),
    AskForDocumentChanges: ofStaff({ id: UNKNOWN, reason: 'From the matrix' }, here),
    EditPeerDocument: ofStaff({ id: UNKNOWN, ...EDITED }, here),
    ModerateDocumentRequest: ofStaff({ id: UNKNOWN, approve: true }, 'documents.request_not_found'),
    RevealDocumentSubmitter: ofStaff({ id: UNKNOWN, reason: 'From the matrix' }, here),
  }
}
