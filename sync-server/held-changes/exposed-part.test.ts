import { expect, it } from 'vitest'
import { exposedPart } from './exposed-part.ts'
import type { HeldChange } from './held-changes.ts'

it('HELD6 the result of a verb comes without personal rows', () => {
  const [view, stake] = ['savedViews', 'investments'].map((entity) => ({
    entity,
    id: entity,
    fields: { name: 'Quay' },
  }))
  const held = {
    change: null,
    verdict: {
      id: 'change',
      verdict: 'conflict',
      number: null,
      code: 'RESULT_CHANGED',
      conflicts: [],
      result: { theirs: [view!, stake!] },
    },
  } as unknown as HeldChange
  expect(exposedPart(held).verdict).toEqual({ ...held.verdict, result: { theirs: [stake] } })
})
