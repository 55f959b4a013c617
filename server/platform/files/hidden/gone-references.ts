/** Formulas and names that refer to sheets, tables or names that are gone. */
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
/** A range over several sheets; one between them may be gone. */
const SEVERAL_SHEETS = String.raw`[\p{L}\p{N}_.]{1,31}:[\p{L}\p{N}_.]{1,31}!|'[^']{0,70}:[^']{0,70}'!`

export class GoneReferences {
  readonly #sheets: RegExp | undefined
  readonly #names = new Set<string>()
  #named: RegExp | undefined

  constructor(sheets: readonly string[]) {
    if (sheets.length === 0) return
    const names = sheets.map(escaped).join('|')
    const quoted = sheets.map((name) => escaped(name.replaceAll("'", "''"))).join('|')
    this.#sheets = new RegExp(`(?<![\\p{L}\\p{N}_.])(?:${names})!|'(?:${quoted})'!|${SEVERAL_SHEETS}`, 'iu')
  }

  addName(name: string): void {
    if (name === '' || this.#names.has(name)) return
    this.#names.add(name)
    this.#named = new RegExp(
      `(?<![\\p{L}\\p{N}_.\\\\])(?:${[...this.#names].map(escaped).join('|')})(?![\\p{L}\\p{N}_.(!])`,
      'iu',
    )
  }

  /** Names of sheets and tables as they are written in attributes. */
  isNamed = (name: string) => [...this.#names].some((gone) => gone.toLowerCase() === name.toLowerCase())

  isIn(text: string): boolean {
    return (this.#sheets?.test(text) ?? false) || (this.#named?.test(text) ?? false)
  }
}
