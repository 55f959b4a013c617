/** Every paginated operation: limits above the page size are capped, and invalid values are refused in plain words. */
import { isScalarType, typeFromAST, type GraphQLInputType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'
import { nameOf, queriesOf, shapesOf } from '../harness/operation-shapes.ts'

const testServer = await startTestServer()
const { contract } = testServer.application.engine
const helen = await testServer.member(demoMembers.member)
const paged = queriesOf(contract).flatMap((node) => {
  const takes = (name: string) =>
    (node.variableDefinitions ?? []).some(({ variable, type }) => {
      const is = typeFromAST(contract.schema, type) as GraphQLInputType
      return variable.name.value === name && isScalarType(is) && is.name === 'Int'
    })
  return takes('limit') ? [{ name: nameOf(node), node, hasOffset: takes('offset') }] : []
})

describe.each(paged)('$name', ({ name, node, hasOffset }) => {
  const required = () =>
    shapesOf(contract, node, { user_id: helen.id, userId: helen.id, viewing_user_id: helen.id, filter: {} })[0]!
  const ask = (variables: object) => helen.op({ name, kind: 'query' }, { ...required(), ...variables })

  it('cuts a limit above its own, with the same answer as without one (DECISION-page-sizes)', async () => {
    const most = await ask({ limit: 2_147_483_647 })
    expect(most).toMatchObject({ status: 200, code: undefined })
    const again = await ask({ limit: 1_000_000 })
    expect(again.text).toBe(most.text)
  })

  it('refuses less than none in one sentence', async () => {
    expect(await ask({ limit: -1 })).toMatchObject({ status: 400, field: 'limit', message: 'limit must be 0 or more.' })
    if (hasOffset) expect(await ask({ offset: -1 })).toMatchObject({ status: 400, field: 'offset' })
  })
})
