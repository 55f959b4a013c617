/** Cleans a file of any kind, and proves that what identifies people is gone or visible. */
import { kindOf } from './file-kinds.ts'
import type { Cleaned, Finding, Question } from './file-types.ts'
import { Identity } from './identity/identity.ts'
import { cleanOffice } from './office/clean-office.ts'
import { proveOffice } from './office/prove-office.ts'
import { cleanOpenDocument, proveOpenDocument } from './office/open-document.ts'
import { withoutMetadata } from './pictures/picture-metadata.ts'
import { proveHidden } from './hidden/prove-hidden.ts'
import { officeQuestions, removedQuestions } from './hidden/questions.ts'
import { nothingRemoved, removedSentences, type Removed } from './removed.ts'

interface Result {
  bytes: Uint8Array
  removed: Removed
  questions: Question[]
  findings: Finding[]
  leaks: string[]
}

export interface CleanOptions {
  /** The member has agreed to it. */
  removesHidden?: boolean | undefined
}

export async function cleanFile(
  bytes: Uint8Array,
  file_type: string,
  tokens: readonly string[],
  { removesHidden = false }: CleanOptions = {},
): Promise<Cleaned> {
  const identity = new Identity(tokens)
  const kind = await kindOf(bytes, file_type)
  const { bytes: cleaned, removed, questions, findings, leaks } = await CLEAN[kind](bytes, identity, removesHidden)
  const isProven = leaks.length === 0
  return {
    outcome: isProven ? 'cleaned' : 'not_proven',
    bytes: isProven ? cleaned : null,
    removed: removedSentences(removed),
    questions,
    findings: isProven
      ? findings
      : [...findings, ...leaks.slice(0, 20).map((where) => ({ where, text: '', token: '' }))],
  }
}

const CLEAN = {
  office: async (bytes: Uint8Array, identity: Identity, removesHidden: boolean): Promise<Result> => {
    const { bytes: cleaned, entries, removed } = await cleanOffice(bytes, identity, removesHidden)
    const questions = officeQuestions(entries, removed)
    const { findings, leaks } = await proveOffice(cleaned, identity)
    const kept = removesHidden ? await proveHidden(bytes, cleaned, questions) : []
    return { bytes: cleaned, removed, questions, findings, leaks: [...leaks, ...kept] }
  },
  open: async (bytes: Uint8Array, identity: Identity): Promise<Result> => {
    const { bytes: cleaned, removed } = await cleanOpenDocument(bytes, identity)
    return {
      bytes: cleaned,
      removed,
      questions: removedQuestions(removed),
      ...(await proveOpenDocument(cleaned, identity)),
    }
  },
  pdf: async (bytes: Uint8Array, identity: Identity): Promise<Result> => {
    // Only PDFs need the large library.
    const [{ cleanPdf }, { provePdf }] = await Promise.all([import('./pdf/clean-pdf.ts'), import('./pdf/prove-pdf.ts')])
    const { bytes: cleaned, removed } = await cleanPdf(bytes, identity)
    return { bytes: cleaned, removed, questions: removedQuestions(removed), ...(await provePdf(cleaned, identity)) }
  },
  picture: async (bytes: Uint8Array): Promise<Result> => {
    const cleaned = withoutMetadata(bytes) ?? (await (await import('sharp')).default(bytes).rotate().toBuffer())
    const removed = { ...nothingRemoved(), pictures: cleaned.length === bytes.length ? 0 : 1 }
    return { bytes: cleaned, removed, questions: [], findings: [], leaks: [] }
  },
  text: async (bytes: Uint8Array, identity: Identity): Promise<Result> => {
    const findings = new TextDecoder()
      .decode(bytes)
      .split('\n')
      .flatMap((line, index) => identity.findIn(line).map((hit) => ({ where: `Line ${index + 1}`, ...hit })))
    return { bytes, removed: nothingRemoved(), questions: [], findings: findings.slice(0, 200), leaks: [] }
  },
}
