/** Account emails. Each is one letter, from which both text and HTML are rendered. */
import { CODE_MINUTES, INVITATION_DAYS, RESET_HOURS } from '#shared/accounts.ts'
import { longDate } from '#shared/kit/dates.ts'
import { PRODUCT_NAME } from '#shared/networks.ts'
import type { EmailContent, Part } from '#server/platform/mailer/email-template.ts'

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

export const renderAccountEmail = (
  { first_name, theme, network }: Reader,
  supportEmail: string,
  words: Words,
): EmailContent => ({
  subject: words.subject,
  theme,
  network: network ?? undefined,
  title: words.title ?? words.subject,
  parts: [{ text: `Hi ${first_name},` }, ...words.parts],
  reason: words.reason,
  supportEmail,
})

export const codeEmail = (reader: Reader, supportEmail: string, at: { code: string; url: string; device: string }) =>
  renderAccountEmail(reader, supportEmail, {
    // No code in the subject: subjects appear on lock screens.
    subject: 'Confirm your sign-in',
    parts: [
      { text: `Someone is signing in with your password on ${at.device}. If it’s you, enter this code there:` },
      { code: at.code },
      {
        text: `Or sign in on the device where you’re reading this. The code and the link each work once and expire in ${CODE_MINUTES} minutes.`,
      },
      { action: 'Sign in on this device', url: at.url },
    ],
    reason:
      'If this isn’t you, someone else knows your password. They can’t sign in without this code. Choose a new password, and don’t share the code with anyone.',
  })

/** Without a link: one press on it would let in whoever the provider says that this is. */
export const connectEmail = (
  reader: Reader,
  supportEmail: string,
  { code, provider, device }: { code: string; provider: string; device: string },
) =>
  renderAccountEmail(reader, supportEmail, {
    subject: 'Confirm your sign-in',
    parts: [
      {
        text: `${provider} says that you are signing in on ${device}, for the first time. If you enter this code there, it can sign you in to ${PRODUCT_NAME} from now on:`,
      },
      { code },
      { text: `The code works once and expires in ${CODE_MINUTES} minutes.` },
    ],
    reason: 'If this isn’t you, ignore this email and don’t share the code with anyone. No one can sign in without it.',
  })

export const resetEmail = (reader: Reader, supportEmail: string, url: string) =>
  renderAccountEmail(reader, supportEmail, {
    subject: 'Reset your password',
    parts: [
      {
        text: `Someone asked to reset the password for your ${PRODUCT_NAME} account. If it was you, choose a new one here:`,
      },
      { action: 'Choose a new password', url },
      {
        text: `The link works once and expires in ${RESET_HOURS === 1 ? 'one hour' : `${RESET_HOURS} hours`}. Choosing a new password signs you out on all other devices.`,
      },
    ],
    reason: 'If you didn’t ask for this, you can ignore this email. Your password won’t change.',
  })

export interface Alert {
  what:
    | 'device'
    | 'password'
    | 'guessed'
    | 'two_step_on'
    | 'two_step_off'
    | 'backup_code'
    | 'single_sign_on'
    | 'passkey'
    | 'passkey_removed'
    | 'token'
    | 'export'
  device: string
  ip: string
  at: Date
  url: string
  time_zone: string
}

const ALERTS: Record<Alert['what'], { subject: string; text: string }> = {
  single_sign_on: {
    subject: 'Another organization can sign you in',
    text: 'An organization outside this community can now sign you in to your account. You can disconnect it in your settings.',
  },
  device: {
    subject: 'New sign-in to your account',
    text: 'Someone signed in to your account on a device we haven’t seen before.',
  },
  password: {
    subject: 'Your password was changed',
    text: 'Your password was changed, and all other devices were signed out.',
  },
  guessed: {
    subject: 'Wrong passwords were entered for your account',
    text: 'Someone entered several wrong passwords for your account on a device we haven’t seen before. Each further attempt there has to wait longer. You can still sign in on your own devices and with your passkeys.',
  },
  two_step_on: {
    subject: 'Two-step sign-in is on',
    text: 'From now on, signing in takes a code from your authenticator app as well as your password.',
  },
  two_step_off: {
    subject: 'Two-step sign-in is off',
    text: 'Signing in no longer takes a code from your authenticator app.',
  },
  backup_code: {
    subject: 'A backup code was used',
    text: 'Someone signed in with one of your backup codes. That code can’t be used again.',
  },
  passkey: {
    subject: 'A passkey was added',
    text: 'A passkey can now be used to sign in to your account without your password.',
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    text: 'One of your passkeys can no longer be used to sign in.',
  },
  token: {
    subject: 'An access token was created',
    text: 'A program can now read with your account. You can revoke the token in Settings; a new password revokes all of them.',
  },
  export: {
    subject: 'A copy of your data was requested',
    text: 'Someone with your password requested a copy of your data. We’ll send the link in a separate email.',
  },
}

export const alertEmail = (reader: Reader, supportEmail: string, alert: Alert) =>
  renderAccountEmail(reader, supportEmail, {
    subject: ALERTS[alert.what].subject,
    parts: [
      { text: ALERTS[alert.what].text },
      {
        facts: [
          ['When', longDate(alert.at, alert.time_zone)],
          ['Device', alert.device],
          ['IP address', alert.ip],
        ],
      },
      {
        text: 'If this was you, there’s nothing to do. If not, choose a new password right away. That signs out all other devices.',
      },
      { action: 'Choose a new password', url: alert.url },
    ],
    reason: 'You’re receiving this because of a security change to your account. These emails can’t be turned off.',
  })

export interface InvitationFacts {
  inviter: string | null
  /** The team that pays for the membership. */
  team: string | null
  note: string
  url: string
  trialDays: number | null
}

export const invitationEmail = (
  reader: Reader,
  supportEmail: string,
  { inviter, team, note, url, trialDays }: InvitationFacts,
) => {
  const network = reader.network ?? PRODUCT_NAME
  const isTrial = trialDays !== null
  return renderAccountEmail(reader, supportEmail, {
    subject: isTrial
      ? `Your ${network} trial is ready`
      : inviter
        ? `${inviter} invited you to ${network}`
        : `You’re invited to ${network}`,
    parts: [
      {
        text: isTrial
          ? `Your ${trialDays}-day trial of ${network} is ready. It starts the day you join.`
          : `${inviter ?? PRODUCT_NAME} invited you to join ${network}, a members-only network on ${PRODUCT_NAME} where in-house professionals ask each other the questions they can’t ask in public.`,
      },
      ...(team ? [{ text: `${team} is paying for your membership.` }] : []),
      ...(note ? [{ quote: note }] : []),
      { action: isTrial ? 'Start your trial' : 'View invitation', url },
      { text: `This ${isTrial ? 'link' : 'invitation'} is for you only and expires in ${INVITATION_DAYS} days.` },
    ],
    reason: isTrial
      ? 'You’re receiving this because someone requested a trial with this email address. If it wasn’t you, you can ignore this email.'
      : 'You’re receiving this because a colleague nominated you. If you’re not interested, you can ignore this email.',
  })
}

export const alreadyMemberEmail = (reader: Reader, supportEmail: string, url: string) =>
  renderAccountEmail(reader, supportEmail, {
    subject: 'You already have an account',
    parts: [
      {
        text: `Someone requested a trial with this email address, which already has a ${PRODUCT_NAME} account. Sign in as usual:`,
      },
      { action: 'Sign in', url },
    ],
    reason: 'If it wasn’t you, you can ignore this email. Nothing has changed.',
  })
