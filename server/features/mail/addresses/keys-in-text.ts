/**
 * An email that quotes one of ours contains addresses and links that act for its reader. They never become part of a
 * post: anyone who reads them there could use them.
 */
const KEY = '[a-z2-7]{24,}'
const LEFT_OUT = '[address left out]'

export function withoutKeys(text: string, domain: string): string {
  const host = domain.replaceAll('.', String.raw`\.`)
  return text
    .replaceAll(
      new RegExp(String.raw`(?:reply|private|confirm|bounce(?:-digest)?)-${KEY}@${host}(?:\.invalid)?`, 'gi'),
      LEFT_OUT,
    )
    .replaceAll(new RegExp(String.raw`(/unsubscribe/list/)[a-z]+-${KEY}`, 'gi'), '$1')
    .replaceAll(new RegExp(String.raw`(\btoken=)${KEY}`, 'gi'), '$1')
}
