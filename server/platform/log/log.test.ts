/** A log line has only its listed fields, and of an error what failed and where: never text that a member wrote. */
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { fieldsOf, hearLog, log } from './log.ts'
import { safeError } from './safe-error.ts'

const CANARY = 'kolibri8813'

/** An error as PostgreSQL reports it for a rejected row. */
function refusedRow(): Error {
  const error = new pg.DatabaseError(`null value in column "x" of relation "y": ${CANARY}`, 10, 'error')
  return Object.assign(error, {
    severity: 'ERROR',
    code: '23502',
    detail: `Failing row contains (7, ${CANARY}).`,
    hint: `Perhaps ${CANARY}.`,
    where: `PL/pgSQL function f() line 3, ${CANARY}`,
    internalQuery: `select '${CANARY}'`,
    schema: 'public',
    table: 'messages',
    column: 'body',
    constraint: 'messages_body_check',
    routine: 'ExecConstraints',
    parameters: [CANARY],
    client: { password: CANARY },
  })
}

describe('an error in the log', () => {
  it('says what was refused and where, and nothing of the row', () => {
    expect(safeError(refusedRow())).toMatchObject({
      code: '23502',
      severity: 'ERROR',
      table: 'messages',
      column: 'body',
      constraint: 'messages_body_check',
      routine: 'ExecConstraints',
      stack: expect.arrayContaining([expect.stringMatching(/^at .*log\.test\.ts:\d+:\d+\)?$/)]) as unknown,
    })
  })

  it.each<[string, () => unknown]>([
    ['a refused row', refusedRow],
    ['its cause', () => new Error('outside', { cause: new Error(CANARY, { cause: refusedRow() }) })],
    ['one of several', () => new AggregateError([refusedRow()], CANARY)],
    ['a text that is no JSON', () => caught(() => JSON.parse(`{"body": ${CANARY}}`))],
    ['a message that looks like a stack', () => new Error(`a\n    at ${CANARY} (file.ts:1:1)`)],
    ['a stack that was written later', () => Object.assign(new Error('a'), { stack: `x\n    at ${CANARY}` })],
    ['a value in quotes', () => new TypeError(`Cannot read "${CANARY}" of '${CANARY}' and “${CANARY}”`)],
    ['a name', () => Object.assign(new Error('a'), { name: `${CANARY} has left` })],
    ['a code', () => Object.assign(new Error('a'), { code: `${CANARY}, and more` })],
    ['what is thrown without being an error', () => ({ body: CANARY, detail: CANARY })],
    ['a text', () => CANARY],
  ])('holds nothing of %s', (_, make) => {
    expect(JSON.stringify(safeError(make()))).not.toContain(CANARY)
  })

  it('says of a mistake in our code what the engine says', () => {
    const error = caught(() => (undefined as unknown as { id: number }).id)
    expect(safeError(error)).toMatchObject({
      name: 'TypeError',
      message: 'Cannot read properties of undefined (reading …)',
    })
  })
})

describe('a line of the log', () => {
  it('carries the fields listed for it and no other, in the form they have', () => {
    const given = {
      error: refusedRow(),
      error_id: 'ab12',
      operation: `a ${CANARY}`,
      email: CANARY,
      body: CANARY,
      task: 'x',
    }
    expect(fieldsOf('request failed', given)).toMatchObject({ error_id: 'ab12', operation: undefined })
    expect(Object.keys(fieldsOf('request failed', given))).toEqual(['error', 'error_id', 'operation'])
    expect(fieldsOf(CANARY, given)).toEqual({})
  })

  it('is written without what is not listed', () => {
    const lines: string[] = []
    const end = hearLog((line) => lines.push(line))
    log.error({ error: refusedRow(), secret: CANARY } as never, 'job failed')
    log.error({ error: refusedRow() } as never, CANARY as never)
    end()
    expect(lines).toHaveLength(2)
    expect(lines.join('')).not.toContain(CANARY)
    expect(JSON.parse(lines[0]!)).toMatchObject({ msg: 'job failed', error: { code: '23502' } })
  })

  it('is heard by several, and has its level again when the last has ended', () => {
    const [level, one, other]: [string, string[], string[]] = [log.level, [], []]
    const endOne = hearLog((line) => one.push(line))
    const endOther = hearLog((line) => other.push(line))
    log.info({}, 'job failed')
    endOne()
    log.info({}, 'job failed')
    endOther()
    expect([one.length, other.length, log.level]).toEqual([1, 2, level])
  })
})

function caught(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
