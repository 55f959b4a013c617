import type { SentMail } from './mail.queries.ts'

interface Outcome {
  title: string
  why: string
}

/** Why an email was held or not posted, and what helps. */
const REASONS: Record<string, Outcome> = {
  other_sender: {
    title: 'Held. It came from another address',
    why: 'Send it again from your own address, or reply on the web.',
  },
  unverified: {
    title: 'Held. The sender’s domain did not vouch for it',
    why: 'If you sent it, review and post it. If you didn’t, there is nothing to do.',
  },
  anonymous: {
    title: 'Held, so that no one learns who asked',
    why: 'You asked this anonymously. Reply on the web, where you stay anonymous.',
  },
  empty: { title: 'Held. We found no words of your own', why: 'Add them here and post it, or reply on the web.' },
  file: {
    title: 'Held. One of its files can’t be posted',
    why: 'Post it without the file, or reply on the web.',
  },
  sensitive: { title: 'Held. It may say too much', why: 'No one has received it. Review it, then post it.' },
  anonymous_draft: {
    title: 'Saved as a draft',
    why: 'No one else can see it. Review it, then post it without your name.',
  },
  draft_exists: {
    title: 'Not saved. You have an unfinished discussion',
    why: 'Post or discard that one, then send the email again.',
  },
  anonymous_beside: {
    title: 'Not posted under your name',
    why: 'It was also sent to an address for questions without a name. Send it to one address only.',
  },
  not_verified: {
    title: 'Not saved. The sender’s domain did not vouch for it',
    why: 'Ask on the web, where you can leave your name out.',
  },
  confirmed: { title: 'Posted your earlier email', why: '' },
  not_confirmed: { title: 'Not posted', why: 'It didn’t say only SEND, so your earlier email still waits.' },
  automatic: { title: 'Not posted. It was an automatic reply', why: 'No one received it.' },
  loop: { title: 'Not posted. It was one of our own emails', why: 'No one received it.' },
  expired: { title: 'Not posted. The address was too old', why: 'Open the discussion on the web and reply there.' },
  no_membership: { title: 'Not posted. Your membership has ended', why: 'No one received it.' },
  private_beside: {
    title: 'Not posted to the group',
    why: 'It was also sent to a private address, so it was only sent privately.',
  },
  key_beside: { title: 'Not posted again', why: 'It was also a reply, which you see here too.' },
  refused: { title: 'Not posted', why: '' },
}
const UNKNOWN: Outcome = { title: 'Not posted', why: 'Reply on the web, or ask staff.' }

/** What became of an email, in one sentence, and why. */
export function outcomeOf({ state, reason, explanation, is_private, awaiting_review }: SentMail): Outcome {
  if (state === 'received') return { title: 'Received', why: 'We’re reading it.' }
  if (state === 'posted')
    return {
      title: is_private ? 'Sent privately' : 'Posted to the group',
      why: awaiting_review ? 'Staff haven’t approved it yet.' : is_private ? 'No one else received it.' : '',
    }
  const { title, why } = REASONS[reason ?? ''] ?? UNKNOWN
  // Says who it was, not what helps.
  if (reason === 'other_sender') return { title, why: `${explanation} ${why}`.trim() }
  return { title, why: explanation || why }
}

/** What was to be asked without a name, or only answered us, has no words here. */
export function subjectOf({ subject, reason }: SentMail): string {
  if (['anonymous_draft', 'draft_exists', 'not_verified', 'anonymous_beside'].includes(reason ?? ''))
    return 'Without your name'
  if (reason === 'confirmed' || reason === 'not_confirmed') return 'Your answer to our question'
  return subject || 'No subject'
}
