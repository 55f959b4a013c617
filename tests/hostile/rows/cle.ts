/** CLE: everybody reads their own credits; programs of others and what staff do look like nothing. */
import type { Role, Row } from '../row.ts'

interface Kit {
  hasSession: (role: Role) => boolean
  signedIn: (variables?: Record<string, unknown>) => Row
}

const UNKNOWN = 9_007_199_254_740_991
const CREDIT = { email: 'nobody@example.org', title: ' ', event_date: '2026-01-01', minutes: 60, jurisdiction: 'NY' }
const ACCREDITATION = {
  event_id: UNKNOWN,
  jurisdiction: 'NY',
  title: 'From the matrix',
  number: '1',
  minutes: 50,
  valid_from: '2026-01-01',
  valid_until: '2026-12-31',
}

export const cleRows = ({ hasSession, signedIn }: Kit): Record<string, Row> => {
  const refused = (variables: Record<string, unknown>): Row => ({
    about: 'nothing',
    variables: () => variables,
    outcome: (role) => (hasSession(role) ? 'code cle.not_found' : 'unauthenticated'),
  })
  const ofStaff = (variables: Record<string, unknown>, code: string): Row => ({
    about: 'nothing',
    variables: () => variables,
    outcome: (role) => {
      if (!hasSession(role)) return 'unauthenticated'
      return `code ${role === 'staff' ? code : 'staff.not_found'}`
    },
  })
  return {
    GetCleCredits: signedIn(),
    GetCleRules: signedIn(),
    GetVideoCle: signedIn({ video_id: UNKNOWN }),
    GetStaffCleCredits: signedIn({ search: 'a' }),
    GetStaffCleAccreditations: signedIn(),
    CheckCleCode: refused({ video_id: UNKNOWN }),
    SubmitCleCode: refused({ video_id: UNKNOWN, code: 'A' }),
    ClaimCleCredit: refused({ accreditation_id: UNKNOWN }),
    AddCleCredit: ofStaff({ credit: CREDIT }, 'cle.credit'),
    SaveCleAccreditation: ofStaff({ accreditation: ACCREDITATION }, 'cle.accreditation'),
    ConfirmCleAttendance: ofStaff({ accreditation_id: UNKNOWN, email: 'a@example.org', minutes: 50 }, 'cle.not_found'),
    RevokeCleCredit: ofStaff({ id: UNKNOWN, reason: ' ' }, 'cle.reason'),
  }
}
