/** What docs/coverage.json and the titles of tests say about rows of the checklist. */
import type { TestTitle } from './test-titles.ts'

export interface Row {
  id: string
  area: string
  text: string
}

export interface Coverage {
  /** "file > part of a title" to the ids that this test proves. */
  proved: Record<string, string[]>
  /** What comes with a later part of the product: whole areas, and rows of other areas. */
  later: Record<string, { areas: string[]; ids: string[] }>
  notes: Record<string, string>
}

const ID =
  /\b(?:ANALYTICS|APPSECTION|ASK|CALL|CLE|CONST|COUNT|DECISION|DOC|ENUM|ERR|EVENT|FEATURE|FIELD|LAYOUT|LEARN|MAIL|MSG|OP|OVERLAY|PRODUCT|ROLE|ROUTE|RULE|SEARCH|SHELL|STAFF|STATE|THREAD|UI|VALID)-[\w.-]*\w/g

/** Looks at what operations answer, so it says nothing about a field that none of them returns. */
const FIELDS_TEST = 'tests/api/fields.test.ts'
/** Lists of words that nobody sees by themselves: a test of the list alone compares a constant with itself. */
const WORDS_ONLY = /^(APPSECTION|UI-section-label)-/

/** Why this test proves nothing that a member or a client could see fail; undefined where that cannot be told. */
export function hollowProof(
  id: string,
  proof: string,
  isReturned: (id: string) => boolean | undefined,
): string | undefined {
  if (id.startsWith('FIELD-') && proof.startsWith(FIELDS_TEST) && isReturned(id) === false)
    return `${id}: no named operation returns it, so ${FIELDS_TEST} proves nothing that a client sees.`
  if (WORDS_ONLY.test(id) && proof.startsWith('shared/'))
    return `${id}: “${proof}” compares a constant with itself. Test where a member or a client meets it.`
  return undefined
}

/** For each id the tests that prove it, and what is named but does not exist. */
export function findProofs(
  coverage: Coverage,
  titles: readonly TestTitle[],
  isReturned: (id: string) => boolean | undefined = () => undefined,
) {
  const proofs = new Map<string, string[]>()
  const mistakes: string[] = []
  const add = (id: string, proof: string) => {
    const hollow = hollowProof(id, proof, isReturned)
    if (hollow) mistakes.push(hollow)
    else proofs.set(id, [...(proofs.get(id) ?? []), proof])
  }
  for (const { file, title } of titles) for (const [id] of title.matchAll(ID)) add(id, `${file} > ${title}`)
  for (const [proof, ids] of Object.entries(coverage.proved)) {
    const mistake = mistakeIn(proof, titles)
    if (mistake) mistakes.push(mistake)
    else for (const id of ids) add(id, proof)
  }
  return { proofs, mistakes }
}

/** Why "file > part of a title" names no test; undefined when it names one. */
export function mistakeIn(proof: string, titles: readonly TestTitle[]): string | undefined {
  const [file = '', part = ''] = proof.split(/ > (.*)/s, 2)
  const ofFile = titles.filter((test) => test.file === file)
  if (ofFile.length === 0) return `There is no test file ${file}.`
  if (part === '' || !ofFile.some(({ title }) => title.includes(part)))
    return `No test in ${file} has “${part}” in its title.`
  return undefined
}

export function splitRows(rows: readonly Row[], proofs: ReadonlyMap<string, unknown>, { later }: Coverage) {
  const subjectOf = ({ id, area }: Row) =>
    Object.keys(later).find((subject) => later[subject]!.ids.includes(id)) ??
    Object.keys(later).find((subject) => later[subject]!.areas.includes(area))
  const unproved = rows.filter(({ id }) => !proofs.has(id))
  return {
    proved: rows.filter(({ id }) => proofs.has(id)),
    open: unproved.filter((row) => subjectOf(row) === undefined),
    later: unproved.flatMap((row) => {
      const subject = subjectOf(row)
      return subject === undefined ? [] : [{ ...row, subject }]
    }),
  }
}
