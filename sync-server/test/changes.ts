import { v7 as uuidv7 } from 'uuid'
import type { Change, Operation } from '#schema/sync/protocol.ts'
import { preferencesIdOf } from '#schema/entities/user-preferences/entity.ts'

type Fields = Readonly<Record<string, unknown>>
type Create = Extract<Operation, { op: 'create' }>
type Update = Extract<Operation, { op: 'update' }>
type Delete = Extract<Operation, { op: 'delete' }>
type Restore = Extract<Operation, { op: 'restore' }>
type Act = Extract<Operation, { op: 'act' }>

export const change = (...ops: readonly Operation[]): Change => ({
  id: uuidv7(),
  at: '2026-03-15T09:59:59.000Z',
  ops: [...ops],
})

export const create = (entity: string, fields: Fields, id: string = uuidv7()): Create => ({
  op: 'create',
  entity,
  id,
  fields: { ...fields },
})

export const update = (entity: string, id: string, fields: Fields, base: Fields, seen?: number): Update => ({
  op: 'update',
  entity,
  id,
  fields: { ...fields },
  base: { ...base },
  ...(seen === undefined ? {} : { seen }),
})

export const remove = (entity: string, id: string, base?: Fields, seen?: number): Delete => ({
  op: 'delete',
  entity,
  id,
  ...(base ? { base: { ...base } } : {}),
  ...(seen === undefined ? {} : { seen }),
})

export const restore = (entity: string, id: string): Restore => ({ op: 'restore', entity, id })

export const act = (entity: string, verb: string, id: string, fields: Fields): Act => ({
  op: 'act',
  entity,
  verb,
  id,
  fields: { ...fields },
})

export const merge = (id: string, from: string): Act => act('investors', 'merge', id, { from })

export const project = (fields: Fields = {}, id?: string): Create =>
  create('projects', { name: 'Harbour', type: 'REAL_ESTATE', ...fields }, id)

export const investor = (fields: Fields = {}, id?: string): Create =>
  create('investors', { firstName: 'Ines', email: 'ines@example.com', ...fields }, id)

export const preferences = (userId: string, fields: Fields = {}): Create =>
  create('userPreferences', { userId, ...fields }, preferencesIdOf(userId))

export const investment = (projectId: string, investorId: string, fields: Fields = {}, id?: string): Create =>
  create('investments', { projectId, investorId, amount: '1000.00', ...fields }, id)
