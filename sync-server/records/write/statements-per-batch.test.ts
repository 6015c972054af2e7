// Judging loads what it reads for the whole batch, so the number of statements does not grow with the number of changes.
import { afterAll, describe, expect, it } from 'vitest'
import type { Operation } from '#schema/sync/protocol.ts'
import { createSessions } from '#server/auth/sessions.ts'
import { openDatabase } from '#server/db/connect/database.ts'
import { createApp } from '#server/test/app.ts'
import { act, change, create, investment, investor, project, remove, restore, update } from '#server/test/changes.ts'
import { as, type Device } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()
let sent = 0
const database = await openDatabase(server.ownerUrl, 4, server.now, undefined, (run) => {
  sent++
  return run()
})
afterAll(() => database.close())

const size = 24
const many = <Each>(make: (index: number) => Each): Each[] => Array.from({ length: size }, (_, index) => make(index))

async function openBook() {
  const firm = await createFirm(server)
  const app = createApp({ ...server, database, sessions: createSessions(database, server.now) })
  return { firm, staff: as({ ...server, database, app }, firm.admin) }
}

async function statementsFor(staff: Device, operations: readonly Operation[], verdict: string): Promise<number> {
  sent = 0
  const verdicts = await staff.push(...operations.map((operation) => change(operation)))
  expect(verdicts.filter((each) => each.verdict !== verdict)).toEqual([])
  return sent
}

/** Sends two changes, then the rest; lists the operations whose statements grew. */
function growthIn(staff: Device) {
  const grown: string[] = []
  return {
    grown,
    async send(operations: readonly Operation[], verdict = 'applied'): Promise<void> {
      const few = await statementsFor(staff, operations.slice(0, 2), verdict)
      const more = await statementsFor(staff, operations.slice(2), verdict)
      const [{ op, entity }] = operations as [Operation]
      if (more > few)
        grown.push(`${op} ${entity}: ${few} statements for 2 changes, ${more} for ${operations.length - 2}`)
    },
  }
}

const newBook = () => {
  const projects = many(() => project({ currency: 'USD' }))
  const investors = many((index) => investor({ email: `person-${index}@example.com` }))
  const investments = many((index) =>
    investment(projects[index]!.id, investors[index]!.id, { amount: '100', status: 'FUNDED' }),
  )
  const valuations = many((index) => create('valuations', { projectId: projects[index]!.id, nav: '5' }))
  const flows = many((index) => {
    const [projectId, investorId, investmentId] = [projects, investors, investments].map((each) => each[index]!.id)
    return create('cashFlows', { projectId, investorId, investmentId, amount: '3', type: 'CAPITAL_CALL' })
  })
  const documents = many((index) => create('documents', { name: `Plan ${index}`, projectId: projects[index]!.id }))
  return { projects, investors, investments, valuations, flows, documents }
}

describe('the statements of a batch do not grow with its changes', () => {
  it('when records are created', async () => {
    const { firm, staff } = await openBook()
    const growth = growthIn(staff)
    const { projects, investors, investments, valuations, flows, documents } = newBook()
    for (const rows of [projects, investors, investments, valuations, flows, documents]) await growth.send(rows)
    const again = many((index) =>
      investment(projects[index]!.id, investors[(index + 1) % size]!.id, { amount: '7', status: 'FUNDED' }),
    )
    await growth.send(again)
    const signers = [firm.admin, firm.manager, firm.investor]
    const signatures = many((index) =>
      create('documentSignatures', { documentId: documents[index]!.id, signerId: signers[index % 3]!.userId }),
    )
    await growth.send(signatures)
    const fees = many((index) =>
      create('commissions', { investmentId: investments[index]!.id, feeType: 'SETUP', amount: '1' }),
    )
    await growth.send(fees)
    const referrals = many((index) => create('referrals', { name: 'Agent', investorId: investors[index]!.id }))
    await growth.send(referrals)
    const referred = many((index) =>
      update(
        'investors',
        investors[index]!.id,
        { referralId: referrals[(index + 1) % size]!.id },
        { referralId: null },
      ),
    )
    await growth.send(referred.slice(1))
    expect(growth.grown).toEqual([])
  })

  it('when they are changed, in conflict, deleted, restored or acted upon', async () => {
    const { staff } = await openBook()
    const growth = growthIn(staff)
    const { projects, investors, investments, valuations, flows, documents } = newBook()
    for (const rows of [projects, investors, investments, valuations, flows, documents])
      await statementsFor(staff, rows, 'applied')
    const changed = (entity: string, rows: readonly { readonly id: string }[], after: object, before: object) =>
      rows.map(({ id }) => update(entity, id, { ...after }, { ...before }))
    await growth.send(changed('projects', projects, { name: 'Quay' }, { name: 'Harbour' }))
    const [shown, hidden] = [{ isVisibleToInvestors: true }, { isVisibleToInvestors: false }]
    await growth.send(changed('projects', projects, hidden, shown))
    await growth.send(changed('projects', projects, shown, hidden))
    await growth.send(changed('projects', projects, { currency: 'AED' }, { currency: 'USD' }))
    const [amount, raised] = ['100.00', '200.00'].map((each) => ({ amount: each, currency: 'USD' }))
    await growth.send(changed('investments', investments, raised!, amount!))
    const renamed = documents.map(({ id, fields: { name } }) => update('documents', id, { name: 'Deed' }, { name }))
    await growth.send(renamed)
    await growth.send(changed('documents', documents, { name: 'Map' }, { name: 'Chart' }), 'conflict')
    await growth.send(projects.map(({ id }) => act('projects', 'exit', id, { actualIRR: '3' })))
    const kinds = { cashFlows: flows, investments, investors, documents }
    for (const [entity, rows] of Object.entries(kinds)) {
      await growth.send(rows.map(({ id }) => remove(entity, id)))
      await growth.send(rows.map(({ id }) => restore(entity, id)))
    }
    expect(growth.grown).toEqual([])
  })
})
