/** Emails about settings: addresses, the data export, leaving. */
import { longDate } from '#shared/kit/dates.ts'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { CONFIRM_HOURS, DELETION_DAYS, EXPORT_HOURS, UNDO_HOURS } from '#shared/settings.ts'
import { renderAccountEmail, type Reader } from './account-emails.ts'

interface Change {
  kind: 'primary' | 'secondary'
  /** The new address. */
  email: string
  url: string
}
const WHICH = { primary: 'the address you sign in with', secondary: 'your secondary email address' }

/** To the new address: its reader confirms that it is theirs. */
export const newAddressLetter = (reader: Reader, supportEmail: string, { kind, url }: Change) =>
  renderAccountEmail(reader, supportEmail, {
    subject: 'Confirm your new email address',
    parts: [
      { text: `You asked to use this as ${WHICH[kind]} on ${PRODUCT_NAME}. Confirm that it’s yours:` },
      { action: 'Confirm this address', url },
      {
        text: `The link expires in ${CONFIRM_HOURS} hours. The change takes effect once you’ve also confirmed it from your other address.`,
      },
    ],
    reason: 'If you don’t recognize this request, you can ignore this email. The address won’t be used.',
  })

/** To the new address, when staff change it for the member. */
export const newAddressByStaffLetter = (reader: Reader, supportEmail: string, { url }: Change) =>
  renderAccountEmail(reader, supportEmail, {
    subject: 'Confirm your new email address',
    parts: [
      { text: `Staff were asked to make this ${WHICH.primary} on ${PRODUCT_NAME}. Confirm that it’s yours:` },
      { action: 'Confirm this address', url },
      { text: `The link expires in ${CONFIRM_HOURS} hours. Nothing changes until you confirm.` },
    ],
    reason: 'If you don’t recognize this request, you can ignore this email. The address won’t be used.',
  })

/** To the current address, when staff change it for the member. */
export const oldAddressByStaffLetter = (reader: Reader, supportEmail: string, email: string) =>
  renderAccountEmail(reader, supportEmail, {
    subject: 'Staff are changing your email address',
    parts: [
      { text: `Staff were asked to make ${email} ${WHICH.primary}. It changes when the new address confirms.` },
      { text: `You’ll then get a link here that undoes the change within ${UNDO_HOURS} hours.` },
    ],
    reason: 'If you didn’t ask for this, reply to this email at once.',
  })

/** To the owner of an address that another account requested. */
export const heldAddressLetter = (reader: Reader, supportEmail: string) =>
  renderAccountEmail(reader, supportEmail, {
    subject: 'Someone asked to use your email address',
    parts: [
      {
        text: `Someone signed in to another ${PRODUCT_NAME} account asked to use this address there. It belongs to your account, so nothing changes. We didn’t tell them that you have an account.`,
      },
      { text: 'If this was you, remove the address from this account first, and then ask again.' },
    ],
    reason: 'If this wasn’t you, there’s nothing to do.',
  })

/** To the current address: its reader confirms that the change is wanted. */
export const wantedAddressLetter = (reader: Reader, supportEmail: string, { kind, email, url }: Change) =>
  renderAccountEmail(reader, supportEmail, {
    subject: 'Confirm your email address change',
    parts: [
      { text: `Someone signed in to your account asked to make ${email} ${WHICH[kind]}.` },
      { action: 'Review change', url },
      { text: `The link expires in ${CONFIRM_HOURS} hours. Nothing changes until both addresses have confirmed.` },
    ],
    reason: 'If this wasn’t you, don’t confirm it. Choose a new password, which signs out all other devices.',
  })

/** To the previous address, with a link to undo the change. */
export const changedAddressLetter = (
  reader: Reader,
  supportEmail: string,
  { kind, email, url }: Omit<Change, 'email'> & { email: string | null },
) =>
  renderAccountEmail(reader, supportEmail, {
    subject: 'Your email address was changed',
    parts: [
      { text: email ? `${email} is now ${WHICH[kind]}.` : 'Your secondary email address was removed.' },
      {
        text: `If this was you, there’s nothing to do. If not, use this link within ${UNDO_HOURS} hours to undo the change and sign out every device.`,
      },
      { action: 'Undo change', url },
    ],
    reason: 'You’re receiving this because of a security change to your account. These emails can’t be turned off.',
  })

export const exportEmail = (reader: Reader, supportEmail: string, url: string) =>
  renderAccountEmail(reader, supportEmail, {
    subject: 'Your data is ready',
    parts: [
      { text: `The copy of your ${PRODUCT_NAME} data is ready to download.` },
      { action: 'Download copy', url },
      { text: `The link works for ${EXPORT_HOURS} hours. You’ll need to sign in and enter your password again.` },
    ],
    reason:
      'You’re receiving this because someone requested it in your settings. If it wasn’t you, choose a new password.',
  })

export const leavingLetter = (
  reader: Reader & { time_zone: string },
  supportEmail: string,
  { due, url, isByStaff = false }: { due: Date; url: string; isByStaff?: boolean },
) =>
  renderAccountEmail(reader, supportEmail, {
    subject: 'Your account will be deleted',
    parts: [
      {
        text: `${isByStaff ? 'As you requested, staff will delete your account' : 'You asked us to delete your account'}. We’ll delete it on ${longDate(due, reader.time_zone)}. Until then, nothing changes, and you can cancel.`,
      },
      { action: 'Keep my account', url },
      {
        text: 'On that date we’ll delete your name, email addresses, photo, and settings. Your posts will remain under the name “Former member.”',
      },
    ],
    reason: isByStaff
      ? 'You’re receiving this because staff were asked to delete your account. If it wasn’t you, cancel the deletion and reply to this email.'
      : 'You’re receiving this because someone requested it with your password. If it wasn’t you, cancel the deletion and choose a new password.',
  })

export const leavingStaffLetter = (
  reader: Reader & { time_zone: string },
  supportEmail: string,
  { name, due }: { name: string; due: Date },
) =>
  renderAccountEmail(reader, supportEmail, {
    subject: 'A member requested account deletion',
    parts: [
      {
        text: `${name} requested that their account be deleted. It will be deleted on ${longDate(due, reader.time_zone)} unless they cancel within ${DELETION_DAYS} days.`,
      },
    ],
    reason: 'You’re receiving this because you’re on staff.',
  })

export const leftLetter = (reader: Reader, supportEmail: string) =>
  renderAccountEmail(reader, supportEmail, {
    subject: 'Your account has been deleted',
    parts: [
      {
        text: `As you requested, your ${PRODUCT_NAME} account has been deleted. This is the last email you’ll receive from us.`,
      },
      { text: 'Thank you for everything you shared with your peers.' },
    ],
    reason: 'You’re receiving this because you asked us to delete your account.',
  })
