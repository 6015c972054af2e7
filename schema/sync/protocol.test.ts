import { expect, it } from 'vitest'
import { canonicalJson } from '#schema/kernel/canonical-json.ts'
import { changesResponse } from './protocol.ts'

it('ACT3 the rows of a result keep what only a newer server knows, so that their hash is the same', () => {
  const theirs = [{ entity: 'investments', id: 'a', fields: { amount: '1.00', later: [1] }, version: 2 }]
  const results = [{ id: 'change', verdict: 'conflict', number: null, code: 'RESULT_CHANGED', result: { theirs } }]
  const { result } = changesResponse.parse({ results }).results[0]!
  expect(canonicalJson(result!.theirs)).toBe(canonicalJson(theirs))
})
