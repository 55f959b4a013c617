/** The mails about accounts. Each is one letter; text and HTML are written from it. */
import { CODE_MINUTES, INVITATION_DAYS, RESET_HOURS } from '#shared/accounts.ts'
import { longDate } from '#shared/kit/dates.ts'
import { PRODUCT_NAME } from '#shared/networks.ts'
import type { Letter, Part } from '#server/platform/mailer/letter.ts'

export interface Reader {
  first_name: string
  theme: string | null
  network: string | null
}

export interface Words {
  subject: string
  title?: string
  parts: readonly Part[]
  reason: string
}

export const letterTo = ({ first_name, theme, network }: Reader, supportEmail: string, words: Words): Letter => ({
  subject: words.subject,
  theme,
  network: network ?? undefined,
  title: words.title ?? words.subject,
  parts: [{ text: `Dear ${first_name},` }, ...words.parts],
  reason: words.reason,
  supportEmail,
})

export const codeLetter = (reader: Reader, supportEmail: string, at: { code: string; url: string; device: string }) =>
  letterTo(reader, supportEmail, {
    // Not the code: subjects are shown on locked screens.
    subject: 'Confirm that you are signing in',
    parts: [
      { text: `Somebody with your password is signing in with ${at.device}. If it is you, enter this code there:` },
      { code: at.code },
      {
        text: `Or sign in on the device where you read this. Code and link hold for ${CODE_MINUTES} minutes and once.`,
      },
      { action: 'Sign in on this device', url: at.url },
    ],
    reason:
      'If you are not signing in, somebody else knows your password. They cannot enter without this code. Choose a new password, and give the code to nobody.',
  })

export const resetLetter = (reader: Reader, supportEmail: string, url: string) =>
  letterTo(reader, supportEmail, {
    subject: 'Choose a new password',
    parts: [
      {
        text: `Somebody asked for a new password for your account with ${PRODUCT_NAME}. If it was you, choose one here:`,
      },
      { action: 'Choose a new password', url },
      {
        text: `The link holds for ${RESET_HOURS === 1 ? 'one hour' : `${RESET_HOURS} hours`} and once. With the new password you are signed out on every other device.`,
      },
    ],
    reason: 'If you did not ask for this, do nothing: your password stays as it is.',
  })

export interface Alert {
  what:
    'device' | 'password' | 'two_step_on' | 'two_step_off' | 'backup_code' | 'passkey' | 'passkey_removed' | 'export'
  device: string
  ip: string
  at: Date
  url: string
  time_zone: string
}

const ALERTS: Record<Alert['what'], { subject: string; text: string }> = {
  device: {
    subject: 'A new device signed in',
    text: 'Your account was opened on a device that it had not been opened on before.',
  },
  password: {
    subject: 'Your password was changed',
    text: 'The password of your account was changed, and all other devices were signed out.',
  },
  two_step_on: {
    subject: 'Two-step sign-in is on',
    text: 'From now on signing in needs a code of your authenticator besides your password.',
  },
  two_step_off: {
    subject: 'Two-step sign-in is off',
    text: 'Signing in needs no code of your authenticator any more.',
  },
  backup_code: {
    subject: 'A backup code was used',
    text: 'Somebody signed in with one of your backup codes. It is spent and cannot be used again.',
  },
  passkey: {
    subject: 'A passkey was added',
    text: 'From now on a passkey opens your account, without your password.',
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    text: 'One of the passkeys that opened your account opens it no longer.',
  },
  export: {
    subject: 'A copy of your data was asked for',
    text: 'Somebody with your password asked for a copy of everything that is yours here. Its link comes in a mail of its own.',
  },
}

export const alertLetter = (reader: Reader, supportEmail: string, alert: Alert) =>
  letterTo(reader, supportEmail, {
    subject: ALERTS[alert.what].subject,
    parts: [
      { text: ALERTS[alert.what].text },
      {
        facts: [
          ['When', longDate(alert.at, alert.time_zone)],
          ['Device', alert.device],
          ['Internet address', alert.ip],
        ],
      },
      {
        text: 'If it was you, there is nothing to do. If not, choose a new password at once; that signs out every other device.',
      },
      { action: 'Choose a new password', url: alert.url },
    ],
    reason: `You receive this because of a change to the safety of your account. Such mail cannot be switched off.`,
  })

export interface InvitationFacts {
  inviter: string | null
  /** Who pays for the place. */
  team: string | null
  note: string
  url: string
  trialDays: number | null
}

export const invitationLetter = (
  reader: Reader,
  supportEmail: string,
  { inviter, team, note, url, trialDays }: InvitationFacts,
) => {
  const network = reader.network ?? PRODUCT_NAME
  const isTrial = trialDays !== null
  return letterTo(reader, supportEmail, {
    subject: isTrial
      ? `Your trial of ${network}`
      : inviter
        ? `${inviter} invites you to ${network}`
        : `You are invited to ${network}`,
    parts: [
      {
        text: isTrial
          ? `Your trial of ${network} is ready. It lasts ${trialDays} days from the day on which you begin.`
          : `${inviter ?? PRODUCT_NAME} invites you to ${network}, a members-only network of ${PRODUCT_NAME}, where in-house professionals ask their peers what they cannot ask in public.`,
      },
      ...(team ? [{ text: `Your place is in the team of ${team}, which pays for it.` }] : []),
      ...(note ? [{ quote: note }] : []),
      { action: isTrial ? 'Begin your trial' : 'See your invitation', url },
      { text: `The invitation is for you alone and holds for ${INVITATION_DAYS} days.` },
    ],
    reason: isTrial
      ? 'You receive this because somebody asked for a trial with this address. If it was not you, do nothing.'
      : 'You receive this because a colleague named you. If you are not interested, do nothing.',
  })
}

export const alreadyMemberLetter = (reader: Reader, supportEmail: string, url: string) =>
  letterTo(reader, supportEmail, {
    subject: 'You have an account already',
    parts: [
      {
        text: `Somebody asked for a trial with this address, which has an account with ${PRODUCT_NAME} already. Sign in as usual:`,
      },
      { action: 'Sign in', url },
    ],
    reason: 'If it was not you, do nothing: nothing has changed.',
  })
