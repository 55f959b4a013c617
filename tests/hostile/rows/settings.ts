/** Members' own settings. No operation takes a member id; each changes the caller's settings. */
import type { Outcome, Role, Row } from '../row.ts'

interface Kit {
  signedIn(variables?: Record<string, unknown>): Row
}

export const settingsRows = ({ signedIn }: Kit): Record<string, Row> => {
  const refused = (variables: Record<string, unknown>, outcome: Outcome | ((role: Role) => Outcome)): Row => {
    const row = signedIn(variables)
    return {
      ...row,
      outcome: (role, of) => {
        const usual = row.outcome(role, of)
        if (usual !== 'data') return usual
        return typeof outcome === 'function' ? outcome(role) : outcome
      },
    }
  }
  return {
    AccountSettings: signedIn(),
    UpdateName: signedIn({ first_name: 'From', last_name: 'The matrix' }),
    UpdatePresence: signedIn({ shows_presence: true }),
    UpdateTimeZone: signedIn({ time_zone: 'Europe/Berlin' }),
    UpdateEmailPreference: signedIn({ listserv_email_preference: 'default' }),
    GetMailSettings: signedIn(),
    GetSentMail: signedIn(),
    PostHeldMail: refused({ id: 9_007_199_254_740_991, text: 'From the matrix' }, 'code mail.not_found'),
    AddCutLines: refused({ id: 9_007_199_254_740_991 }, 'code mail.not_found'),
    UpdateMailChoice: refused({ peer_network_id: 9_007_199_254_740_991, choice: 'all' }, 'code mail.list_not_found'),
    UpdateMailWords: signedIn({ without_words: false }),
    ResumeMail: signedIn(),
    GetStaffMailLists: signedIn(),
    GetStaffMailDeliveries: signedIn({ search: 'member@legal.test' }),
    GetStaffBouncedAddresses: signedIn(),
    GetStaffHeldMails: signedIn(),
    GetStaffJobs: signedIn(),
    GetSystemState: signedIn(),
    RetryJob: refused({ id: 9_007_199_254_740_991 }, (role) =>
      role === 'staff' ? 'code jobs.not_idle' : 'code staff.not_found',
    ),
    RemoveJob: refused({ id: 9_007_199_254_740_991 }, (role) =>
      role === 'staff' ? 'code jobs.not_idle' : 'code staff.not_found',
    ),
    SendMailAgain: refused({ id: 9_007_199_254_740_991 }, (role) =>
      role === 'staff' ? 'code mail.not_failed' : 'code staff.not_found',
    ),
    ResumeMemberMail: refused({ user_id: 9_007_199_254_740_991 }, (role) =>
      role === 'staff' ? 'code mail.not_found' : 'code staff.not_found',
    ),
    ReleaseHeldMail: refused({ id: 9_007_199_254_740_991 }, (role) =>
      role === 'staff' ? 'code mail.not_found' : 'code staff.not_found',
    ),
    RejectHeldMail: refused({ id: 9_007_199_254_740_991 }, (role) =>
      role === 'staff' ? 'code mail.not_found' : 'code staff.not_found',
    ),
    SaveMailList: refused(
      {
        peer_network_id: 9_007_199_254_740_991,
        local_part: 'matrix',
        default_preference: 'all',
        waits_for_review: true,
        has_words: true,
      },
      (role) => (role === 'staff' ? 'code mail.list_not_found' : 'code staff.not_found'),
    ),
    UpdateProfilePicture: refused({ attachment_key: 'x'.repeat(22) }, 'code uploads.gone'),
    RemoveProfilePicture: signedIn(),
    // These operations return validation errors in their data, so the outcome is 'data'.
    UpdatePrimaryEmail: signedIn({ email: 'nobody' }),
    UpdateSecondaryEmail: signedIn({ email: 'nobody' }),
    CancelEmailChange: signedIn({ id: 9_007_199_254_740_991 }),
    UpdatePassword: refused(
      { old_password: 'From the matrix', new_password: 'x', confirm_new_password: 'x' },
      'code accounts.password_wrong',
    ),
    GenerateLPlusToken: refused({}, (role) =>
      role === 'expired' ? 'code accounts.no_membership' : 'code accounts.lplus_absent',
    ),
  }
}
