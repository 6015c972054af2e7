import { openSql } from '#server/db/postgres/open-sql.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Entity } from '#schema/kernel/entity.ts'
import { registry } from '#schema/registry.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import { createSessions } from '#server/auth/sessions.ts'
import { insertSql } from '#server/db/tables/columns.ts'
import { addMissingCheckpointHashes } from '#server/db/checkpoint-hashes.ts'
import type { Database } from '#server/db/connect/database.ts'
import { createFirm, openTenant } from '#server/firms/create-firm.ts'
import type { Identity } from '#web/store/base/contract.ts'

export interface Shape {
  readonly projects: number
  readonly investors: number
  readonly investments: number
}

export interface Cookie {
  readonly name: string
  readonly value: string
}

export interface Firm {
  readonly viewer: Viewer
  readonly identity: Identity
  readonly cookie: Cookie
  readonly rows: number
}

export const typicalShape = (rows: number): Shape => ({
  projects: rows / 10,
  investors: rows / 5,
  investments: (rows * 7) / 10,
})

const rowsPerStatement = 5_000
const places = ['Esbjerg, Denmark', 'Leeds, United Kingdom', 'Ghent, Belgium', 'Málaga, Spain', 'Łódź, Poland']
const kinds = ['Harbour', 'Quarry', 'Lakeside', 'Orchard', 'Foundry', 'Old Mill', 'Viaduct']
const uses = ['Residences', 'Wind Park', 'Logistics Center', 'Studios', 'Clinic', 'Solar Field']
const at = <T>(list: readonly T[], index: number): T => list[index % list.length]!

export async function makeFirm(ownerUrl: string, database: Database, shape: Shape): Promise<Firm> {
  const tenantId = await openTenant(database)
  const id = uuidv7()
  const email = `admin-${id}@example.com`
  const name = `Firm ${id}`
  const person = { id, email, role: 'ADMIN', firstName: 'Ada', lastName: 'Berg' } as const
  await createFirm(database, tenantId, name, [{ ...person, password: id }], new Date())
  const rows = await fill(ownerUrl, tenantId, id, shape)
  return {
    viewer: { tenantId, userId: id, role: 'ADMIN', investorIds: [] },
    identity: { ...person, tenantId, tenantName: name, profileImageUrl: null },
    cookie: await signIn(database, { id, tenantId }),
    rows,
  }
}

async function signIn(database: Database, person: { readonly id: string; readonly tenantId: string }): Promise<Cookie> {
  return { name: 'holdfast', value: (await createSessions(database, () => new Date()).begin(person))! }
}

export async function signInTimes(database: Database, { viewer }: Firm, count: number): Promise<Cookie[]> {
  const cookies: Cookie[] = []
  while (cookies.length < count) cookies.push(await signIn(database, { id: viewer.userId, tenantId: viewer.tenantId }))
  return cookies
}

async function fill(ownerUrl: string, tenantId: string, userId: string, shape: Shape): Promise<number> {
  let number = 0
  const stamps = () => {
    const moment = new Date(1_760_000_000_000 + number * 1000).toISOString()
    return { id: uuidv7(), number: ++number, createdAt: moment, updatedAt: moment, createdBy: userId }
  }
  const rowsOf = <Fields extends object>(count: number, fields: (index: number) => Fields) =>
    Array.from({ length: count }, (_, index) => ({ ...stamps(), ...fields(index) }))
  const projects = rowsOf(shape.projects, projectFields)
  const investors = rowsOf(shape.investors, investorFields)
  const investments = rowsOf(shape.investments, (index) => ({
    projectId: at(projects, index * 7).id,
    investorId: at(investors, index * 3).id,
    projectName: at(projects, index * 7).name,
    amount: `${1_000 + ((index * 7_919) % 900_000)}.00`,
    currency: 'USD',
    status: at(['FUNDED', 'COMMITTED', 'EXITED'], index),
    investmentDate: `20${20 + (index % 6)}-0${1 + (index % 9)}-15`,
    redemptionDate: `20${30 + (index % 6)}-0${1 + (index % 9)}-15`,
    valueRatio: '1.100000',
    exitedFromStart: false,
    nothingMoreDue: false,
  }))
  const owner = openSql(ownerUrl)
  const write = async (entity: Entity, rows: readonly object[]) => {
    for (let from = 0; from < rows.length; from += rowsPerStatement) {
      await owner.unsafe(insertSql(entity), [tenantId, JSON.stringify(rows.slice(from, from + rowsPerStatement))])
    }
    await owner.unsafe(`analyze ${entity.table}`)
  }
  try {
    await write(registry.projects, projects)
    await write(registry.investors, investors)
    await write(registry.investments, investments)
    await owner`update tenant_numbers set n = ${number} where tenant_id = ${tenantId}`
    await addMissingCheckpointHashes(owner)
    await owner.unsafe('checkpoint')
  } finally {
    await owner.end()
  }
  return number
}

export const projectFields = (index: number) => ({
  name: `${at(kinds, index)} ${at(uses, index * 5)} ${index}`,
  description: `${at(kinds, index)} is built in ${1 + (index % 4)} phases, let in advance to tenants of good standing.`,
  type: 'REAL_ESTATE',
  status: 'FUNDED',
  isVisibleToInvestors: true,
  location: at(places, index),
  targetAmount: `${1_000_000 + index * 1000}.00`,
  raisedAmount: '500000.00',
  actualTotalInvested: '400000.00',
  currency: 'USD',
  expectedIRR: '12.00',
  duration: '5.0',
  paymentInstallment: '6_MONTHS',
})

const investorFields = (index: number) => ({
  firstName: at(['Noor', 'Piet', 'Siobhán', 'Kerem', 'Ines'], index),
  lastName: `${at(['Rahman', 'Janssen', 'Byrne', 'Yılmaz', 'Okafor'], index * 3)} ${index}`,
  email: `investor-${index}@example.com`,
  phone: '+45 12 34 56 78',
  address: `${index} High Street, ${at(places, index)}`,
  kycStatus: 'APPROVED',
  totalInvested: '250000.00',
})
