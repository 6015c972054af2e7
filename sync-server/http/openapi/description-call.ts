import type { Entity } from '#schema/kernel/entity.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { openApi } from './openapi.ts'

export function descriptionCall(others: readonly Call[], entities: readonly Entity[]): Call {
  let text: string | undefined
  // Built at the first request, because it takes longer than most requests.
  const write = (): string => (text ??= JSON.stringify(openApi([...others, description], entities)))
  const description: Call = call(
    {
      method: 'get',
      path: '/api/openapi.json',
      summary: 'This description',
      auth: 'person',
      responses: { 200: { description: 'OpenAPI 3.1', json: { type: 'object' } } },
    },
    ({ context }) => context.body(write(), 200, { 'content-type': 'application/json' }),
  )
  return description
}
