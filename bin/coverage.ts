/** What docs/coverage.json and test titles say about rows of the checklist. */
import type { TestTitle } from './test-titles.ts'

export interface Row {
  id: string
  area: string
  text: string
}

export interface Coverage {
  /** "file > part of a title" to the ids that this test proves. */
  proved: Record<string, string[]>
  /** Rows of later parts of the product: whole areas, and single rows of other areas. */
  later: Record<string, { areas: string[]; ids: string[] }>
  notes: Record<string, string>
}

const ID =
  /\b(?:ANALYTICS|APPSECTION|ASK|CALL|CLE|CONST|COUNT|DECISION|DOC|ENUM|ERR|EVENT|FEATURE|FIELD|LAYOUT|LEARN|MAIL|MSG|OP|OVERLAY|PRODUCT|ROLE|ROUTE|RULE|SEARCH|SHELL|STAFF|STATE|THREAD|UI|VALID)-[\w.-]*\w/g

/** Tests the responses of operations, so it proves nothing about a field that no operation returns. */
const FIELDS_TEST = 'tests/api/fields.test.ts'
/** Lists of labels that are not visible on their own: a test of only the list compares a constant with itself. */
const WORDS_ONLY = /^(APPSECTION|UI-section-label)-/

/** Why this test cannot fail in a way that a member or client would see; undefined if that is unknown. */
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

/** The tests that prove each id, and all references to something that does not exist. */
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

/** Why "file > part of a title" matches no test; undefined if it matches one. */
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
