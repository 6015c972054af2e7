import { expectTypeOf, it } from 'vitest'
import type { Row } from '#schema/registry.ts'
import type { Command, CommandFields } from './command.ts'
import type { Store } from './contract.ts'

declare const store: Store

type Write = Extract<Command, { op: 'update' | 'delete'; entity: 'projects' }>

it('a command accepts only a row of its own entity', () => {
  expectTypeOf<Row<'investors'>>().not.toExtend<Write['seen']>()
  expectTypeOf<Row<'projects'>>().toExtend<Write['seen']>()
})

it('a command accepts only the entity’s fields, without those set by the server', () => {
  expectTypeOf<CommandFields<'valuations'>>().toHaveProperty('nav')
  expectTypeOf<CommandFields<'valuations'>>().not.toHaveProperty('navv')
  expectTypeOf<CommandFields<'valuations'>>().not.toHaveProperty('updatedAt')
  expectTypeOf<CommandFields<'projects'>>().not.toHaveProperty('raisedAmount')
})

it('a command accepts only values of the field’s kind', () => {
  expectTypeOf<CommandFields<'valuations'>['nav']>().toEqualTypeOf<string | null | undefined>()
  expectTypeOf<CommandFields<'projects'>['isVisibleToInvestors']>().toEqualTypeOf<boolean | null | undefined>()
  expectTypeOf<{ targetAmount: number }>().not.toExtend<CommandFields<'projects'>>()
  expectTypeOf<{ type: 'CASTLE' }>().not.toExtend<CommandFields<'projects'>>()
})

it('the store’s methods accept the fields and the row of their entity only', () => {
  expectTypeOf<typeof store.create<'projects'>>().parameter(1).toEqualTypeOf<CommandFields<'projects'>>()
  expectTypeOf<typeof store.update<'projects'>>().parameter(1).toEqualTypeOf<Row<'projects'>>()
  expectTypeOf<typeof store.update<'projects'>>().parameter(2).toEqualTypeOf<CommandFields<'projects'>>()
  expectTypeOf<typeof store.remove<'projects'>>().parameter(1).toEqualTypeOf<Row<'projects'>>()
  expectTypeOf<{ nav: string }>().not.toExtend<CommandFields<'projects'>>()
})
