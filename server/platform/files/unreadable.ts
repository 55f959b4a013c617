/** Thrown while reading a file; the outcome says why. Any other error means that the file is broken. */
import type { FileOutcome } from './file-types.ts'

export class Unreadable extends Error {
  readonly outcome: Exclude<FileOutcome, 'read'>

  constructor(outcome: Exclude<FileOutcome, 'read'>) {
    super(outcome)
    this.outcome = outcome
  }
}
