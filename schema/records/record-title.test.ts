import { expect, it } from 'vitest'
import { recordTitleOf } from './record-name.ts'

const rows: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  atlas: { name: 'Atlas Medical Devices' },
  meera: { firstName: 'Meera', lastName: 'Iyer' },
  holding: { projectId: 'atlas', investorId: 'meera', amount: '425000.00', currency: 'USD' },
}
const read = (_: string, id: string) => rows[id]

it('an investment is titled by its investor, its project and its amount', () => {
  expect(recordTitleOf('investments', rows['holding']!, read)).toBe(
    'Meera Iyer · Atlas Medical Devices · 425000.00 USD',
  )
  expect(recordTitleOf('commissions', { investmentId: 'holding' }, read)).toBe(
    'Meera Iyer · Atlas Medical Devices · 425000.00 USD',
  )
})

it('an investor whom the reader may not know is not in the title', () => {
  const withoutPeople = (entity: string, id: string) => (entity === 'investors' ? undefined : read(entity, id))
  expect(recordTitleOf('investments', rows['holding']!, withoutPeople)).toBe('Atlas Medical Devices · 425000.00 USD')
})

it('an investment with too little known data has the name of its project, or none', () => {
  expect(recordTitleOf('investments', { projectId: 'atlas', amount: 'much' }, read)).toBe('Atlas Medical Devices')
  expect(recordTitleOf('investments', { amount: '5.00', currency: 'USD' }, read)).toBeUndefined()
})
