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
  /\b(?:ANALYTICS|APPSECTION|CALL|CONST|DECISION|ENUM|ERR|FEATURE|FIELD|LAYOUT|MSG|OP|OVERLAY|PRODUCT|ROLE|ROUTE|RULE|STATE|UI|VALID)-[\w.-]*\w/g

/** For each id the tests that prove it, and what is named but does not exist. */
export function findProofs(coverage: Coverage, titles: readonly TestTitle[]) {
  const proofs = new Map<string, string[]>()
  const mistakes: string[] = []
  const add = (id: string, proof: string) => proofs.set(id, [...(proofs.get(id) ?? []), proof])
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
