// Names without spaces, so that a list search for one finds only that record.
import type { ApiRow, Fields } from '../support/api.ts'
import type { Server } from '../support/server.ts'

export interface Firm {
  readonly quay: ApiRow
  readonly shed: ApiRow
  readonly mergeTarget: ApiRow
  readonly mergeSource: ApiRow
  readonly investorToDelete: ApiRow
  readonly investorToEdit: ApiRow
  readonly namesake: ApiRow
  readonly duplicate: ApiRow
  readonly editedInvestment: ApiRow
  readonly movedInvestment: ApiRow
  readonly contact: ApiRow
  readonly cachedDocument: ApiRow
}

export async function createFirm(server: Server): Promise<Omit<Firm, 'cachedDocument'>> {
  const manager = await server.signIn('manager')
  const investor = (lastName: string, more: Fields = {}) =>
    manager.create('investors', { firstName: 'Up', lastName, email: `${lastName}@example.test`, ...more })
  const quay = await manager.create('projects', { name: 'UpQuay', type: 'COMMERCIAL' })
  const shed = await manager.create('projects', { name: 'UpShed', type: 'COMMERCIAL' })
  const mergeTarget = await investor('UpStays', { phone: '+90 532 100 20 30' })
  const mergeSource = await investor('UpGoes', { address: 'Fes', email: 'UpStays@example.test' })
  const investorToEdit = await investor('UpMover')
  const invest = (investor: ApiRow, amount: string) =>
    manager.create('investments', { projectId: quay.id, investorId: investor.id, amount, status: 'FUNDED' })
  return {
    quay,
    shed,
    mergeTarget,
    mergeSource,
    investorToEdit,
    investorToDelete: await investor('UpLeaver'),
    namesake: await investor('UpTwin'),
    duplicate: await investor('UpTwin', { email: 'UpOther@example.test' }),
    editedInvestment: await invest(investorToEdit, '7654.32'),
    movedInvestment: await invest(mergeSource, '250'),
    contact: await manager.create('referrals', { name: 'UpContact' }),
  }
}
