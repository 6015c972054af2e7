import { expect } from 'playwright/test'
import type { Server } from '../support/server.ts'
import type { Firm } from './firm.ts'
import { hashOf, pdfs } from './older-profile.ts'
import { unsentChanges } from './unsent-changes.ts'

export type Counts = Readonly<Record<string, number>>

const changes = Object.values(unsentChanges)
const paths = [...new Set([...changes.map(({ path }) => path), 'documents', 'activities'])]

export async function countRows(server: Server): Promise<Counts> {
  const manager = await server.signIn('manager')
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, (await manager.list(path)).length])))
}

/** By how many rows each list grows. A change that arrived twice would also add a second activity. */
const expectedGrowth: Counts = {
  projects: 0,
  valuations: 1,
  'cash-flows': 1,
  investors: -1,
  investments: 1,
  'not-duplicates': 1,
  referrals: 1,
  'referral-commissions': 1,
  'exchange-rates': 1,
  'saved-views': 1,
  documents: 1,
  activities: 22,
}

export async function expectArrivedOnce(server: Server, firm: Firm, before: Counts): Promise<void> {
  const manager = await server.signIn('manager')
  for (const [name, { path, find, fields }] of Object.entries(unsentChanges)) {
    const criteria = Object.entries(find(firm))
    const rows = (await manager.list(path)).filter((row) => criteria.every(([field, value]) => row[field] === value))
    const expected = fields(firm)
    expect(rows, name).toMatchObject(expected === null ? [] : [expected])
  }
  await expectDocument(server, 'UpWaiting', pdfs.waiting)
  const after = await countRows(server)
  expect(Object.fromEntries(paths.map((path) => [path, after[path]! - before[path]!]))).toEqual(expectedGrowth)
}

export async function expectDocument(server: Server, name: string, file: Buffer): Promise<void> {
  const manager = await server.signIn('manager')
  const rows = async () => (await manager.list('documents')).filter((row) => row['name'] === name)
  await expect.poll(async () => (await rows())[0]?.['fileState']).toBe('STORED')
  expect(await rows()).toMatchObject([{ sha256: hashOf(file), version: 1 }])
}

export async function expectInvestor(server: Server, lastName: string): Promise<void> {
  const manager = await server.signIn('manager')
  const rows = async () => (await manager.list('investors')).filter((row) => row['lastName'] === lastName)
  await expect.poll(async () => (await rows()).length).toBe(1)
}
