/** The assistant reads content only through its passages, and asks no model but those of its provider. */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { reads } from '#server/app.ts'
import { loadContract } from '#server/platform/graph/contract.ts'
import { makeEngine } from '#server/platform/graph/engine.ts'

const FOLDER = 'server/features/assistant/'
const files = globSync(`${FOLDER}**/*.ts`).map((file) => file.replaceAll('\\', '/'))
const sourceOf = (file: string) => readFileSync(file, 'utf8')
const product = files.filter((file) => !file.endsWith('.test.ts'))

describe('the assistant', () => {
  it('names tables of content in its passages only, which the wall checks', () => {
    const tables = [...sourceOf('database/schema.sql').matchAll(/^CREATE TABLE (\w+)/gim)].map(([, name]) => name!)
    expect(tables.length).toBeGreaterThan(100)
    const own = /^(ai_\w+|prompt_templates|peer_network_memberships)$/
    const named = product
      .filter((file) => !file.startsWith(`${FOLDER}passages/`))
      .flatMap((file) =>
        [...sourceOf(file).matchAll(/\b(?:from|join|into|update)\s+(\w+)/g)]
          .map(([, name]) => name!)
          .filter((name) => tables.includes(name) && !own.test(name))
          .map((name) => `${file}: ${name}`),
      )
    // Locks the member's own row.
    expect(named).toEqual([`${FOLDER}prompts/prompts.sql.ts: users`])
  })

  it('reads passages by their operation, in one place', () => {
    const readers = product.filter((file) => sourceOf(file).includes("FindPassages'"))
    expect(readers).toEqual([`${FOLDER}answers/make-answer.ts`])
    const queries = product.filter((file) => file.includes('/answers/') && /selectRows|\.query\(/.test(sourceOf(file)))
    expect(queries).toEqual([])
  })

  it.each([
    ['FindPassages', { search: 'notice', sources: ['discussions'] }],
    ['GetThreadSummary', { thread_id: 1 }],
  ])('%s is planned for its values: look-ups are asked for these operations only', (name, given) => {
    const pool = { options: { max: 1 } } as never
    const engine = makeEngine({ contract: loadContract(), reads, hot: pool, search: pool })
    const viewer = { id: 1, networks: [1], channels: [4], is_staff: false, grants: [] }
    const { statementName } = engine.variant(name, { viewer, variables: engine.coerce(name, given) })
    expect(statementName).toBeUndefined()
  })

  it('passes models as objects of the configured provider: a name alone would go to a gateway', () => {
    const callers = product.filter((file) =>
      /\b(streamText|generateText|streamObject|generateObject)\(/.test(sourceOf(file)),
    )
    expect(callers).toEqual([`${FOLDER}providers/language-model.ts`])
    const source = sourceOf(callers[0]!)
    expect([...source.matchAll(/\bstreamText\(\{\s*model: (\w+)/g)].map(([, model]) => model)).toEqual([
      'languageModel',
    ])
    expect(source).toMatch(/return createAnthropic\(options\)\(model\)/)
    expect(source).toMatch(/return createOpenAICompatible\(\{ \.\.\.options/)
    const importers = globSync('server/**/*.ts').filter((file) =>
      /from 'ai'|import\('ai'\)|@ai-sdk\/gateway/.test(sourceOf(file)),
    )
    expect(importers.map((file) => file.replaceAll('\\', '/'))).toEqual(callers)
  })
})
