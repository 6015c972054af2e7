import { expectTypeOf, it } from 'vitest'
import type { Row } from '#schema/registry.ts'
import type { Command, CommandFields } from './command.ts'
import type { Store } from './contract.ts'

declare const store: Store
declare const project: Row<'projects'>
declare const investor: Row<'investors'>

/** Never called: only compiled. */
export const compiles = [
  () => store.create('projects', { name: 'Pier', targetAmount: '1.00', location: null }),
  () => store.update('projects', project, { name: 'Pier' }),
  () => store.remove('projects', project),
  () => store.commit([{ op: 'update', entity: 'projects', seen: project, fields: { isVisibleToInvestors: true } }]),
  // @ts-expect-error An amount is a decimal string.
  () => store.create('projects', { targetAmount: 1 }),
  // @ts-expect-error No such type of a project.
  () => store.create('projects', { type: 'CASTLE' }),
  // @ts-expect-error A project has no such field.
  () => store.update('projects', project, { nav: '1.00' }),
  // @ts-expect-error What was seen is an investor.
  () => store.update('projects', investor, { name: 'Pier' }),
  // @ts-expect-error What was seen is an investor.
  () => store.remove('projects', investor),
  // @ts-expect-error What was seen is an investor.
  () => store.commit([{ op: 'delete', entity: 'projects', seen: investor }]),
  // @ts-expect-error A flag is not a word.
  () => store.commit([{ op: 'update', entity: 'projects', seen: project, fields: { isVisibleToInvestors: 'yes' } }]),
]

it('a command accepts only the entity’s fields, and none that the server keeps for every row', () => {
  expectTypeOf<CommandFields<'valuations'>>().toHaveProperty('nav')
  expectTypeOf<CommandFields<'valuations'>>().not.toHaveProperty('navv')
  expectTypeOf<CommandFields<'valuations'>>().not.toHaveProperty('updatedAt')
  expectTypeOf<CommandFields<'projects'>>().not.toHaveProperty('raisedAmount')
})

it('a command accepts only values of the field’s kind', () => {
  expectTypeOf<CommandFields<'valuations'>['nav']>().toEqualTypeOf<string | null | undefined>()
  expectTypeOf<CommandFields<'projects'>['isVisibleToInvestors']>().toEqualTypeOf<boolean | null | undefined>()
  expectTypeOf<Extract<Command, { op: 'delete'; entity: 'projects' }>['seen']>().toEqualTypeOf<Row<'projects'>>()
})
