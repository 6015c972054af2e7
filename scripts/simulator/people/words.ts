// Few values, so that people often type the same, and canaries in rows with a restricted audience.
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Form } from '../device/device.ts'
import type { Dice } from '../dice.ts'

type EntityName = Form['entity']
type Rows = (name: EntityName) => readonly AnyRow[]
type Fields = Record<string, unknown>
type Canary = () => string

const amounts = ['100', '250.50', '1000.00', '0.01', '99999.99']
const currencies = ['USD', 'USD', 'USD', 'AED', 'TRY']
const dates = ['2026-01-31', '2025-12-01', '2026-02-28', '2024-02-29']
const later = ['2026-08-31', '2027-01-01', '2026-03-15']
const stages = ['COMMITTED', 'FUNDED', 'ACTIVE', 'EXITED']

export function createFields(entity: EntityName, rows: Rows, dice: Dice, canary: Canary): Fields | undefined {
  const idOf = (name: EntityName) => {
    const found = rows(name)
    return found.length ? dice.pick(found).id : undefined
  }
  const [projectId, investorId] = [idOf('projects'), idOf('investors')]
  switch (entity) {
    case 'projects':
      return {
        name: canary(),
        type: 'AGRICULTURE',
        isVisibleToInvestors: dice.chance(0.5),
        ...maybe(dice, 0.4, { currency: dice.pick(currencies) }),
      }
    case 'investors':
      return { firstName: canary(), email: `${canary()}@invest.test` }
    case 'investments':
      if (!projectId || !investorId) return undefined
      return {
        projectId,
        investorId,
        amount: dice.pick(amounts),
        currency: dice.pick(currencies),
        status: dice.pick(stages),
        investmentDate: dice.pick(dates),
      }
    case 'documents':
      return {
        name: canary(),
        ...maybe(dice, 0.5, { type: 'FACT_SHEET' }),
        ...maybe(dice, 0.7, projectId ? { projectId } : {}),
        ...maybe(dice, 0.4, investorId ? { investorId } : {}),
      }
    case 'valuations':
      return projectId
        ? { projectId, nav: dice.pick(amounts), valuationDate: dice.pick(dates), notes: canary() }
        : undefined
  }
}

const maybe = (dice: Dice, chance: number, fields: Fields): Fields => (dice.chance(chance) ? fields : {})

export function editFields(entity: EntityName, rows: Rows, dice: Dice, canary: Canary): Fields {
  const choices = edits(entity, rows, dice, canary)
  const often = choices[Math.floor(choices.length * dice.next() ** 2)]!
  return { ...often, ...(dice.chance(0.3) ? dice.pick(choices) : {}) }
}

function edits(entity: EntityName, rows: Rows, dice: Dice, canary: Canary): Fields[] {
  const referenceFields = (field: string, name: EntityName): Fields => {
    const found = rows(name)
    return { [field]: found.length && dice.chance(0.7) ? dice.pick(found).id : null }
  }
  switch (entity) {
    case 'projects':
      return [
        { name: canary() },
        { location: dice.pick([null, 'İzmir', 'Dubai']) },
        { targetAmount: dice.pick(amounts) },
        { currency: dice.pick(currencies) },
        { description: dice.pick([null, 'Near the harbour', 'Sold']) },
        { status: dice.pick(['ACTIVE', 'GROWTH', 'EXITED']) },
        { expectedIRR: dice.pick([null, '7.50', '-3', '12.25']) },
        { isVisibleToInvestors: dice.chance(0.5) },
        { paymentInstallment: dice.pick(['1_MONTH', '12_MONTHS']) },
      ]
    case 'investors':
      return [
        { firstName: canary() },
        { kycStatus: dice.pick(['APPROVED', 'EXPIRED', 'Waiting for papers']) },
        { kycStatus: 'REJECTED', kycReason: canary() },
        { phone: dice.pick([null, '+90 555', '+971 44']) },
        { lastName: dice.pick([null, 'Lovelace', 'Hopper']) },
        { email: `${canary()}@invest.test` },
      ]
    case 'investments':
      return [
        { amount: dice.pick(amounts) },
        { currency: dice.pick(currencies) },
        { status: dice.pick(stages) },
        { investmentDate: dice.pick(dates) },
        { redemptionDate: dice.pick([null, ...later]) },
        { status: 'EXITED', exitedOn: dice.pick(['2026-02-28', '2026-03-01', null]) },
      ]
    case 'documents':
      return [
        { name: canary() },
        { type: dice.pick([null, 'KYC', 'A letter', 'REPORT']) },
        { audience: dice.pick(['STAFF', 'INVESTORS']) },
        referenceFields('projectId', 'projects'),
        referenceFields('investorId', 'investors'),
      ]
    case 'valuations':
      return [{ nav: dice.pick(amounts) }, { valuationDate: dice.pick(dates) }, { notes: canary() }]
  }
}
