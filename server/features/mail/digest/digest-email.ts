/** The email of a digest: one column, the same in text and HTML, and nothing that is loaded from elsewhere. */
import {
  colorsOf,
  emailHeader,
  emailPage,
  escaped,
  oneLine,
  SANS,
  SERIF,
} from '#server/platform/mailer/email-template.ts'
import { dayKey, timeOf } from '#shared/kit/dates.ts'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { ROUTES } from '#shared/routes.ts'
import { DIGEST_HOUR } from '#shared/mail.ts'
import { counted } from '#shared/kit/text.ts'
import { leavePath, type LeaveScope } from '../addresses/mail-links.ts'
import { GAP, linkOf, type RenderedPost } from '../sending/post-email.ts'
import type { DigestContent, DigestNetwork } from './digest-news.sql.ts'
import {
  numOfPrivate,
  sectionsOf,
  sorted,
  type Act,
  type DigestReader,
  type DigestSettings,
  type Item,
  type Section,
} from './digest-sections.ts'

const LOCALE = 'en-US'

/** A day of the member's own zone, which may be invalid. */
function dayText({ now, timeZone }: DigestReader, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: 'UTC' }).format(new Date(dayKey(now, timeZone)))
}

/** Counts only, so it is the same with and without words. */
export function subjectOf(content: DigestContent, reader: DigestReader): string {
  const found = sorted(content)
  const { question, discussions } = found
  const all = discussions.length + (question ? 1 : 0)
  const replies = numOfPrivate(found)
  const events = content.events.filter(({ is_new }) => is_new).length
  const documents = content.documents.length
  const parts = [
    all > 0 && counted(all, 'discussion'),
    question && '1 you could answer',
    replies > 0 && counted(replies, 'private reply', 'private replies'),
    events > 0 && counted(events, 'new event'),
    documents > 0 && counted(documents, 'new document'),
  ].filter(Boolean)
  return `${dayText(reader, { weekday: 'long' })}: ${parts.join(', ')}`
}

const footText = ({ now, timeZone }: DigestReader) =>
  `You get this once a day after ${DIGEST_HOUR}:00 AM, when something is new. It was put together at ${timeOf(now, timeZone)} from what you may read at that time. The text of private replies is never in a digest.`

export const leaveUrl = (
  { publicUrl, secret }: DigestSettings,
  { userId }: Pick<DigestReader, 'userId'>,
  [scope, id]: readonly [LeaveScope, number],
) => `${publicUrl}${leavePath(secret, { scope, userId, id })}`

function footLinks(networks: readonly DigestNetwork[], reader: DigestReader, settings: DigestSettings) {
  const of = (scope: LeaveScope, id: number) => leaveUrl(settings, reader, [scope, id])
  return [
    ...networks.flatMap(({ id, name }) => [
      [`Each message from ${name} instead`, of('each', id)] as const,
      [`Stop all mail from ${name}`, of('network', id)] as const,
    ]),
    ['Stop all discussion emails', of('all', 0)] as const,
    ['Change how often', `${settings.publicUrl}${ROUTES.profileSettings}#mail`] as const,
  ]
}

export function renderDigest(content: DigestContent, reader: DigestReader, settings: DigestSettings): RenderedPost {
  const subject = oneLine(subjectOf(content, reader)).slice(0, 300)
  const sections = sectionsOf(content, reader, settings)
  const links = footLinks(content.networks, reader, settings)
  const date = dayText(reader, { weekday: 'long', month: 'long', day: 'numeric' })
  const { theme } = content.networks[0]!
  const foot = [escaped(footText(reader)), ...links.map(([label, url]) => linkOf(url, label, 'color:inherit'))]
  return {
    subject,
    text: [
      `${PRODUCT_NAME} · ${date}`,
      ...sections.map(sectionText),
      ['-- ', footText(reader), ...links.map(([label, url]) => `${label}: ${url}`)].join('\n'),
      '',
    ].join('\n\n'),
    html: emailPage({
      subject,
      theme,
      header: emailHeader(theme, date),
      body: sections.map((section) => sectionHtml(section, colorsOf(theme).accent)).join('\n'),
      foot: foot.join('<br>'),
    }),
  }
}

const sectionText = ({ title, items }: Section) => [title.toUpperCase(), ...items.map(itemText)].join('\n\n')

const itemText = ({ title, url, facts, words, reply, acts = [] }: Item) =>
  [
    oneLine(title),
    facts,
    ...(words ? [words] : []),
    ...(reply ? [`${reply.author}:`, `> ${reply.text}`] : []),
    `Open on the web: ${url}`,
    ...acts.flatMap(({ label, address }) => (address ? [`${label}: ${address}`] : [])),
  ].join('\n')

const RULE = 'border-bottom:4px double #BFC6C3'
const sectionHtml = ({ title, items }: Section, accent: string) =>
  `<h2 class="quote" style="margin:0 0 16px;padding:0 0 8px;${RULE};font:440 22px/28px ${SERIF}">${escaped(title)}</h2>
${items.map((item) => itemHtml(item, accent)).join('\n')}`

const actHtml =
  (accent: string) =>
  ({ label, url, color }: Act) =>
    `<span class="quiet">${linkOf(url, label, `color:${color ?? accent};font:600 14px/21px ${SANS}`)}</span>`

function itemHtml({ title, url, facts, words, reply, acts = [] }: Item, accent: string): string {
  return [
    `<div class="quote" style="margin:0 0 20px;padding:0 0 16px;border-bottom:1px solid #BFC6C3">`,
    `<h3 style="margin:0;font:600 18px/26px ${SERIF}">${linkOf(url, title, 'color:inherit;text-decoration:none')}</h3>`,
    `<p class="quiet" style="margin:0 0 8px;font:400 14px/21px ${SANS};color:#5B6368">${escaped(facts)}</p>`,
    ...(words ? [`<p style="margin:0 0 8px;font:400 17px/27px ${SERIF}">${escaped(words)}</p>`] : []),
    ...(reply
      ? [
          `<blockquote class="quote" style="margin:0 0 8px;padding:0 0 0 16px;border-left:4px double #BFC6C3"><strong style="font:600 14px/21px ${SANS}">${escaped(reply.author)}</strong><br><span style="font:400 17px/27px ${SERIF}">${escaped(reply.text)}</span></blockquote>`,
        ]
      : []),
    ...(acts.length > 0 ? [`<p style="margin:0">${acts.map(actHtml(accent)).join(GAP)}</p>`] : []),
    '</div>',
  ].join('')
}
