/** The email of one post: who wrote it, the words, as little quoted as needed, and two ways to reply with their readers. */
import {
  colorsOf,
  emailHeader,
  emailPage,
  escaped,
  oneLine,
  SANS,
  SERIF,
} from '#server/platform/mailer/email-template.ts'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { ROUTES } from '#shared/routes.ts'
import { messagePath, threadPath } from '#shared/discussions.ts'
import { counted } from '#shared/kit/text.ts'
import type { Post } from './sending.sql.ts'

/** Characters of the post replied to. */
const QUOTE_LENGTH = 200
export const ANONYMOUS = 'Anonymous member'

/** What differs between the recipients of a post: addresses and links, each signed for one of them. */
export interface PersonalParts {
  replyAddress: string
  privateAddress: string
  useful: string
  notUseful: string
  muteThread: string
  digest: string
  leaveNetwork: string
  /** The recipient asked this anonymously: a reply by email isn't posted. */
  isHiddenAuthor: boolean
  /** Without words: the email says that there is something new, and nothing of what was written. */
  withoutWords: boolean
}

export interface RenderedPost {
  subject: string
  text: string
  html: string
}

export const authorOf = ({ author }: Pick<Post, 'author'>) => author ?? ANONYMOUS
const firstNameOf = ({ author_first_name }: Post) => author_first_name ?? 'the person who asked'

/** Who reads the post. Of a private reply, the reader and its author are two. */
export function audienceOf({ is_private, num_of_readers }: Post): string {
  if (!is_private) return `To the group, ${counted(num_of_readers, 'reader')}`
  const others = num_of_readers - 2
  return others > 0 ? `Private: to you and ${others === 1 ? 'one other' : `${others} others`}` : 'Private: to you only'
}

export function subjectOf(post: Post, withoutWords: boolean): string {
  if (withoutWords) return post.is_private ? 'You have a private reply' : `New in ${post.list.name}`
  return oneLine(post.is_original_message ? post.topic : `Re: ${post.topic}`).slice(0, 300)
}

const pathOf = (post: Post) =>
  post.is_original_message ? threadPath(post.thread_id) : messagePath(post.thread_id, post.id)

interface Reply {
  title: string
  reaches: string
  address: string
  isPrivate: boolean
}

/** A private post can be answered in private only, and the member who asked anonymously cannot reply by email. */
function repliesTo(post: Post, personal: PersonalParts): Reply[] {
  if (personal.isHiddenAuthor) return []
  const own: Reply = {
    title: post.is_private ? 'Reply' : `Reply to ${firstNameOf(post)} only`,
    reaches: post.is_private
      ? 'stays private, for the same readers'
      : `opens an email that only ${firstNameOf(post)} gets`,
    address: personal.privateAddress,
    isPrivate: true,
  }
  if (post.is_private) return [own]
  const group = `goes to the group, ${counted(post.num_of_readers, 'reader')}`
  return [{ title: 'Reply', reaches: group, address: personal.replyAddress, isPrivate: false }, own]
}

const howReplies = (isHiddenAuthor: boolean) =>
  isHiddenAuthor
    ? 'You asked this anonymously. Reply on the web, where you stay anonymous: a reply by email isn’t posted. You can see it under Mail you sent.'
    : 'Your reply is posted under your name after our staff approve it. Text below your signature is left out; you can see what was cut under Mail you sent.'

interface Links {
  publicUrl: string
}

export function renderPost(post: Post, personal: PersonalParts, { publicUrl }: Links): RenderedPost {
  const hasWords = post.list.has_words && !personal.withoutWords
  const subject = subjectOf(post, !hasWords)
  const url = `${publicUrl}${pathOf(post)}`
  return hasWords
    ? {
        subject,
        text: textOf(post, personal, { publicUrl, url }),
        html: htmlOf(post, personal, { publicUrl, url, subject }),
      }
    : { subject, ...withoutWordsOf(post, personal, url) }
}

export const shortened = (text: string, length = QUOTE_LENGTH) => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > length ? `${line.slice(0, length).replace(/\s\S*$/, '')}…` : line
}

interface Addresses extends Links {
  url: string
}

function textOf(post: Post, personal: PersonalParts, { publicUrl, url }: Addresses): string {
  const { quote, files, list } = post
  return [
    `${PRODUCT_NAME} · ${list.name} · ${audienceOf(post)}`,
    [authorOf(post), post.author_position].filter(Boolean).join(', '),
    post.text,
    ...(quote ? [`${quote.author ?? ANONYMOUS} wrote:\n> ${shortened(quote.text)}`] : []),
    ...(files.length > 0 ? [`Files, on the web:\n${files.map(({ name }) => `- ${name}`).join('\n')}`] : []),
    `Open on the web: ${url}`,
    ...repliesTo(post, personal).map(({ title, reaches, address }) => `${title} (${reaches}): ${address}`),
    `Helpful: ${personal.useful}\nNot helpful: ${personal.notUseful}`,
    [
      '-- ',
      howReplies(personal.isHiddenAuthor),
      `Mail you sent: ${publicUrl}${ROUTES.profileMail}`,
      ...leavingLinks(post, personal).map(([label, link]) => `${label}: ${link}`),
    ].join('\n'),
    '',
  ].join('\n\n')
}

const leavingLinks = ({ list }: Post, { muteThread, digest, leaveNetwork }: PersonalParts) =>
  [
    ['Mute this discussion', muteThread],
    ['Switch to a daily digest', digest],
    [`Stop all mail from ${list.name}`, leaveNetwork],
  ] as const

const PARAGRAPH = `margin:0 0 16px;font:400 17px/27px ${SERIF}`
/** The allowed tags of a post with the styles that mail programs need. Mentions become plain text. */
function bodyOf(html: string, accent: string): string {
  return html
    .replaceAll(/<span data-mention-id="\d+">([\s\S]*?)<\/span>/g, '$1')
    .replaceAll('<p>', `<p style="${PARAGRAPH}">`)
    .replaceAll(/<(ul|ol)>/g, `<$1 style="margin:0 0 16px;padding:0 0 0 24px;font:400 17px/27px ${SERIF}">`)
    .replaceAll(
      '<blockquote>',
      `<blockquote class="quote" style="margin:0 0 16px;padding:0 0 0 16px;border-left:4px double #BFC6C3">`,
    )
    .replaceAll('<a href=', `<a style="color:${accent}" href=`)
}

export const linkOf = (url: string, label: string, style: string) =>
  `<a href="${escaped(url)}" style="${style}">${escaped(label)}</a>`
/** A link that opens a new email; its address names its readers, so the subject may stay. */
export const mailtoOf = (address: string, subject: string) => `mailto:${address}?subject=${encodeURIComponent(subject)}`
/** Between links in one line. */
export const GAP = '&nbsp;&nbsp;&nbsp;&nbsp;'
export const PRIVATE_COLOR = '#4A3C86'

function repliesHtml(post: Post, personal: PersonalParts, subject: string): string {
  const answer = subject.startsWith('Re: ') ? subject : `Re: ${subject}`
  const cells = repliesTo(post, personal).map(({ title, reaches, address, isPrivate }) => {
    const look = isPrivate
      ? `class="private" style="font-weight:600;color:${PRIVATE_COLOR}"`
      : 'style="font-weight:600"'
    const words = linkOf(mailtoOf(address, answer), reaches, 'color:inherit')
    return `<td valign="top" style="padding:12px 16px 12px 0;font:400 14px/21px ${SANS}"><strong ${look}>${escaped(title)}</strong><br><span class="quiet" style="color:#5B6368">${words}</span></td>`
  })
  return `<table role="presentation" class="quote" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-top:1px solid #BFC6C3;border-bottom:1px solid #BFC6C3"><tr>${cells.join('')}</tr></table>`
}

function htmlOf(
  post: Post,
  personal: PersonalParts,
  { publicUrl, url, subject }: Addresses & { subject: string },
): string {
  const { accent } = colorsOf(post.list.theme)
  const act = `color:${accent};font-weight:600`
  const { quote, files } = post
  const body = [
    `<p style="margin:0 0 16px;font:400 14px/21px ${SANS}"><strong style="font-weight:600;font-size:16px">${escaped(authorOf(post))}</strong><br><span class="quiet" style="color:#5B6368">${escaped(post.author_position)}</span></p>`,
    `<div class="links">${bodyOf(post.html, accent)}</div>`,
    ...(quote
      ? [
          `<blockquote class="quote" style="margin:0 0 16px;padding:0 0 0 16px;border-left:4px double #BFC6C3"><strong style="font:600 14px/21px ${SANS}">${escaped(quote.author ?? ANONYMOUS)}</strong><br><span class="quiet" style="font:400 16px/24px ${SERIF};color:#5B6368">${escaped(shortened(quote.text))}</span></blockquote>`,
        ]
      : []),
    ...(files.length > 0
      ? [
          `<p class="links" style="margin:0 0 16px;font:400 14px/21px ${SANS}">${files.map(({ name }) => linkOf(url, name, act)).join('<br>')}</p>`,
        ]
      : []),
    `<p class="links" style="margin:0 0 20px;font:400 14px/21px ${SANS}">${linkOf(url, 'Open on the web', act)}${GAP}${linkOf(personal.useful, 'Helpful', act)}${GAP}${linkOf(personal.notUseful, 'Not helpful', act)}</p>`,
    ...(personal.isHiddenAuthor ? [] : [repliesHtml(post, personal, subject)]),
  ]
  const sent = linkOf(`${publicUrl}${ROUTES.profileMail}`, 'Mail you sent', 'color:inherit')
  const foot = `${escaped(howReplies(personal.isHiddenAuthor)).replace('Mail you sent', sent)}<br>${leavingLinks(
    post,
    personal,
  )
    .map(([label, link]) => linkOf(link, label, 'color:inherit'))
    .join(GAP)}`
  return emailPage({
    subject,
    theme: post.list.theme,
    header: emailHeader(post.list.theme, audienceOf(post)),
    body: body.join('\n'),
    foot,
  })
}

function withoutWordsOf(post: Post, personal: PersonalParts, url: string): Omit<RenderedPost, 'subject'> {
  const said = post.is_private
    ? 'There is a new private reply for you. Read it on the web.'
    : `There is a new ${post.is_original_message ? 'discussion' : 'reply'} in ${post.list.name}. Read it on the web.`
  const links = leavingLinks(post, personal)
  const { accent } = colorsOf(post.list.theme)
  return {
    text: [said, url, ['-- ', ...links.map(([label, link]) => `${label}: ${link}`)].join('\n'), ''].join('\n\n'),
    html: emailPage({
      subject: subjectOf(post, true),
      theme: post.list.theme,
      header: emailHeader(post.list.theme, audienceOf(post)),
      body: `<p style="${PARAGRAPH}">${escaped(said)}</p><p class="links" style="margin:0 0 20px;font:400 14px/21px ${SANS}">${linkOf(url, 'Open on the web', `color:${accent};font-weight:600`)}</p>`,
      foot: links.map(([label, link]) => linkOf(link, label, 'color:inherit')).join(GAP),
    }),
  }
}
