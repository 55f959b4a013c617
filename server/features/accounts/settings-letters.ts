/** The mails about what members set: addresses, the copy of their data, leaving. */
import { longDate } from '#shared/kit/dates.ts'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { CONFIRM_HOURS, DELETION_DAYS, EXPORT_HOURS, UNDO_HOURS } from '#shared/settings.ts'
import { letterTo, type Reader } from './letters.ts'

interface Change {
  kind: 'primary' | 'secondary'
  /** The address that is to be theirs. */
  email: string
  url: string
}
const WHICH = { primary: 'with which you sign in', secondary: 'beside the one with which you sign in' }

/** To the new address: whoever reads it says that it is theirs. */
export const newAddressLetter = (reader: Reader, supportEmail: string, { kind, url }: Change) =>
  letterTo(reader, supportEmail, {
    subject: 'Confirm your new address',
    parts: [
      { text: `This address is to be the one ${WHICH[kind]} at ${PRODUCT_NAME}. Confirm that it is yours:` },
      { action: 'Confirm this address', url },
      {
        text: `The link holds for ${CONFIRM_HOURS} hours. The change happens once your other address has confirmed it too.`,
      },
    ],
    reason: 'If you do not know what this is about, do nothing: the address is not used.',
  })

/** To the address that counts now: whoever reads it says that the change is wanted. */
export const wantedAddressLetter = (reader: Reader, supportEmail: string, { kind, email, url }: Change) =>
  letterTo(reader, supportEmail, {
    subject: 'Confirm a change of your address',
    parts: [
      { text: `Somebody who is signed in to your account wants ${email} to be the address ${WHICH[kind]}.` },
      { action: 'See the change', url },
      { text: `The link holds for ${CONFIRM_HOURS} hours. Nothing changes before both addresses have confirmed it.` },
    ],
    reason: 'If it was not you, do not confirm, and choose a new password: that signs out every other device.',
  })

/** To the address that counted before, with the way back. */
export const changedAddressLetter = (
  reader: Reader,
  supportEmail: string,
  { kind, email, url }: Omit<Change, 'email'> & { email: string | null },
) =>
  letterTo(reader, supportEmail, {
    subject: 'Your address was changed',
    parts: [
      { text: email ? `From now on ${email} is the address ${WHICH[kind]}.` : 'Your second address was removed.' },
      {
        text: `If it was you, there is nothing to do. If not, undo it: for ${UNDO_HOURS} hours this link takes it back and signs out every device.`,
      },
      { action: 'Undo the change', url },
    ],
    reason: 'You receive this because of a change to the safety of your account. Such mail cannot be switched off.',
  })

export const exportLetter = (reader: Reader, supportEmail: string, url: string) =>
  letterTo(reader, supportEmail, {
    subject: 'Your data is ready',
    parts: [
      { text: `The copy of everything that is yours at ${PRODUCT_NAME} is ready.` },
      { action: 'Save the copy', url },
      { text: `The link holds for ${EXPORT_HOURS} hours, asks you to sign in, and asks for your password again.` },
    ],
    reason:
      'You receive this because somebody asked for it in your settings. If it was not you, choose a new password.',
  })

export const leavingLetter = (
  reader: Reader & { time_zone: string },
  supportEmail: string,
  { due, url }: { due: Date; url: string },
) =>
  letterTo(reader, supportEmail, {
    subject: 'Your account will be deleted',
    parts: [
      {
        text: `You asked us to delete your account. It happens on ${longDate(due, reader.time_zone)}; until then everything is as it was, and you can take it back.`,
      },
      { action: 'Keep my account', url },
      {
        text: 'On that day your name, addresses, picture and settings go. What you posted stays under the name “Former member”.',
      },
    ],
    reason:
      'You receive this because somebody asked for it with your password. If it was not you, take it back and choose a new password.',
  })

export const leavingStaffLetter = (
  reader: Reader & { time_zone: string },
  supportEmail: string,
  { name, due }: { name: string; due: Date },
) =>
  letterTo(reader, supportEmail, {
    subject: 'A member asked to be deleted',
    parts: [
      {
        text: `${name} asked for their account to be deleted. It happens on ${longDate(due, reader.time_zone)}, unless they take it back within the ${DELETION_DAYS} days.`,
      },
    ],
    reason: 'You receive this because you are staff.',
  })

export const leftLetter = (reader: Reader, supportEmail: string) =>
  letterTo(reader, supportEmail, {
    subject: 'Your account is deleted',
    parts: [
      {
        text: `As you asked, your account with ${PRODUCT_NAME} is deleted. This is the last mail you receive from us.`,
      },
      { text: 'Thank you for the time you gave to your peers.' },
    ],
    reason: 'You receive this because you asked us to delete your account.',
  })
