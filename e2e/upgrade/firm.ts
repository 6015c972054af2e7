// Names have no spaces, so that lists find them by one word.
import type { ApiRow, Fields } from '../support/api.ts'
import type { Server } from '../support/server.ts'

export interface Firm {
  readonly quay: ApiRow
  readonly shed: ApiRow
  readonly stays: ApiRow
  readonly goes: ApiRow
  readonly leaver: ApiRow
  readonly mover: ApiRow
  readonly namesake: ApiRow
  readonly other: ApiRow
  readonly held: ApiRow
  readonly moving: ApiRow
  readonly contact: ApiRow
  readonly paper: ApiRow
}

export async function createFirm(server: Server): Promise<Omit<Firm, 'paper'>> {
  const manager = await server.as('manager')
  const investor = (lastName: string, more: Fields = {}) =>
    manager.create('investors', { firstName: 'Up', lastName, email: `${lastName}@example.test`, ...more })
  const quay = await manager.create('projects', { name: 'UpQuay', type: 'COMMERCIAL' })
  const shed = await manager.create('projects', { name: 'UpShed', type: 'COMMERCIAL' })
  const stays = await investor('UpStays', { phone: '+90 532 100 20 30' })
  const goes = await investor('UpGoes', { address: 'Fes', email: 'UpStays@example.test' })
  const mover = await investor('UpMover')
  const hold = (of: ApiRow, amount: string) =>
    manager.create('investments', { projectId: quay.id, investorId: of.id, amount, status: 'FUNDED' })
  return {
    quay,
    shed,
    stays,
    goes,
    mover,
    leaver: await investor('UpLeaver'),
    namesake: await investor('UpTwin'),
    other: await investor('UpTwin', { email: 'UpOther@example.test' }),
    held: await hold(mover, '7654.32'),
    moving: await hold(goes, '250'),
    contact: await manager.create('referrals', { name: 'UpContact' }),
  }
}
