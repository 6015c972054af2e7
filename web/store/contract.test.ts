import { expect, expectTypeOf, it } from 'vitest'
import type { FieldsOf } from './command.ts'

it('a command accepts only the entity’s fields, and none that the server keeps for every row', () => {
  expectTypeOf<FieldsOf<'valuations'>>().toHaveProperty('nav')
  expectTypeOf<FieldsOf<'valuations'>>().not.toHaveProperty('navv')
  expectTypeOf<FieldsOf<'valuations'>>().not.toHaveProperty('updatedAt')
  expectTypeOf<FieldsOf<'projects'>>().not.toHaveProperty('raisedAmount')
  expect<FieldsOf<'valuations'>>({ nav: '1.00' }).toEqual({ nav: '1.00' })
})
