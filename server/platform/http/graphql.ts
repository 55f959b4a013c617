/** POST /api/graphql/{operation}: session, variables, statement or action, response. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { getArgumentValues, isNonNullType, type FieldNode, type GraphQLField } from 'graphql'
import { problem } from '#server/platform/problems.ts'
import type { Engine } from '#server/platform/graph/engine.ts'
import { NOBODY, type Viewer } from '#server/platform/graph/sql.ts'
import { traced } from '#server/platform/log/tracing.ts'
import type { AccessTokens } from '#server/platform/session/access-tokens.ts'
import type { Session, Sessions } from '#server/platform/session/sessions.ts'
import { accessLevelProblem } from './access-level.ts'
import { END_IMPERSONATION, impersonationProblem } from './impersonation.ts'

/** The input of an action: the viewer and the field's arguments, validated against the schema. */
export interface Call<Args = Record<string, unknown>> {
  viewer: Session
  args: Args
  /** The approval with which this runs; never of a request. */
  approvalId?: number
}
/** Returned for a row that this call created and no other call has changed: fields that were not given are empty. */
export interface CreatedRow {
  made: number
}
/** Performs a mutation and returns the id from which the response is read. */
export type Action = (call: Call<never>) => Promise<number | CreatedRow>
export type Actions = Readonly<Record<string, Action>>

/** What an operation answered. */
export interface Read {
  name: string
  variables: Readonly<Record<string, unknown>>
  answer: string
}
export type RunOperation = (viewer: Viewer, name: string, variables: unknown, approvalId?: number) => Promise<string>

/**
 * Runs an operation for a viewer; a mutation runs its action first. Every mutation field must have an action. `record`
 * sees each answer before it is sent.
 */
export function operationRunner(
  engine: Engine,
  actions: Actions,
  record: (viewer: Viewer, read: Read) => Promise<void>,
): RunOperation {
  const runAndRecord: Engine['run'] = async (name, input) => {
    const answer = await engine.run(name, input)
    if (input.viewer.is_staff || input.viewer.impersonation) await record(input.viewer, { name, answer, ...input })
    return answer
  }
  const fields = engine.contract.schema.getMutationType()?.getFields() ?? {}
  for (const name of Object.keys(fields)) if (!actions[name]) throw new Error(`The mutation ${name} has no action.`)
  const run: RunOperation = async (viewer, name, variables, approvalId) => {
    const node = engine.require(name)
    if (viewer.impersonation && node.operation === 'mutation' && name !== END_IMPERSONATION)
      throw impersonationProblem(viewer.impersonation)
    const coerced = engine.coerce(name, variables)
    if (node.operation === 'query') return runAndRecord(name, { viewer, variables: coerced })
    const field = node.selectionSet.selections[0] as FieldNode
    const definition = fields[field.name.value]!
    const args = withKey(definition, getArgumentValues(definition, field, coerced))
    const done = await actions[field.name.value]!({ viewer, args, ...(approvalId && { approvalId }) } as Call<never>)
    const result = typeof done === 'number' ? { result: done } : { result: done.made, isMade: true }
    const answer = await runAndRecord(name, { viewer, variables: coerced, ...result })
    // Between the action and the response, someone else may have deleted the item.
    if (isNonNullType(definition.type) && answer === `{"${field.alias?.value ?? field.name.value}":null}`)
      throw problem('request.gone', {
        message: 'Your change was made, but the content has since been removed or you no longer have access to it.',
      })
    return answer
  }
  return (...asked) => {
    // A name that is not ours is refused before it is traced.
    const [, name] = asked
    engine.require(name)
    return traced('operation', name, () => run(...asked))
  }
}

/** A client that sends no key does not retry automatically, so each of its calls gets a new key. */
function withKey(definition: GraphQLField<unknown, unknown>, args: Record<string, unknown>): Record<string, unknown> {
  const takesKey = definition.args.some(({ name }) => name === 'idempotency_key')
  return takesKey ? { ...args, idempotency_key: args['idempotency_key'] ?? randomUUID() } : args
}

export function registerGraphql(
  app: FastifyInstance,
  options: { engine: Engine; sessions: Sessions; accessTokens: AccessTokens; run: RunOperation },
) {
  const { engine, sessions, accessTokens, run } = options
  app.post<{ Params: { operation: string } }>('/api/graphql/:operation', async (request, reply) => {
    const { operation } = request.params
    engine.require(operation)
    const body = request.body as Record<string, unknown> | null | undefined
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw problem('request.invalid', { message: 'The body must be an object with variables.', status: 400 })
    const strange = Object.keys(body).find((key) => key !== 'variables')
    if (strange !== undefined) {
      throw problem('request.invalid', {
        message:
          strange === 'query'
            ? 'Query text is not accepted; operations are called by name.'
            : 'The body holds variables and nothing else.',
        status: 400,
      })
    }
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
    const { authorization, cookie } = request.headers
    if (authorization !== undefined) {
      const reader = await accessTokens.reader(authorization)
      return reply.send(`{"data":${await run(reader.viewer(operation), operation, body['variables'])}}`)
    }
    const viewer = await sessions.find(cookie)
    if (!viewer && !engine.isOpen(operation))
      throw problem('session.none', { message: 'Your session has ended. Sign in again.', status: 401 })
    if (viewer && !engine.allows(operation, viewer.standing)) throw accessLevelProblem(viewer.standing)
    const data = await run(viewer ?? NOBODY, operation, body['variables'])
    return reply.send(`{"data":${data}}`)
  })
  app.get('/api/graphql/:operation', async () => {
    throw problem('request.method', { message: 'Operations are called with POST.', status: 403 })
  })
}
