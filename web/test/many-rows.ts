import { projectTypes, projectStatuses, investmentStatuses, paymentInstallments } from '#schema/kernel/enumerations.ts'
import type { TestStore } from './test-store.ts'

const places = [
  'Istanbul',
  'Dubai',
  'Bangalore',
  'Singapore and Bangalore',
  null,
  'Abu Dhabi',
  'London',
  'San Francisco Bay Area',
]
const words = [
  'Harbour',
  'Orchard',
  'Solar',
  'Meridian',
  'Cedar',
  'Quay',
  'Ridge',
  'Lumen',
  'Atlas',
  'Juniper',
  'Vega',
  'Marina',
]
const kinds = [
  'Residences',
  'Growth Fund',
  'Farms',
  'Logistics Park',
  'Towers',
  'Energy',
  'Labs',
  'Holdings International Limited Partnership',
]
const people = ['Amina', 'Jonas', 'Elif', 'Rahul', 'Claire', 'Omar', 'Noor', 'Mehmet', 'Sofia', 'Li']
const families = [
  'Yılmaz',
  'Al Maktoum',
  'Okafor',
  'Dubois',
  'Sharma',
  'Lindqvist',
  'Öztürk',
  'van der Hoeven-Castellanos',
  'Kim',
  'Costa',
]

const pick = <T>(from: readonly T[], n: number): T => from[n % from.length]!
const uuid = (kind: number, n: number): string => `0190${kind}000-0000-7000-8000-${String(n).padStart(12, '0')}`

export function fill(store: TestStore, projects: number, investors: number, investments: number): void {
  for (let n = 0; n < projects; n++) {
    store.put('projects', {
      id: uuid(1, n),
      name: `${pick(words, n)} ${pick(kinds, Math.floor(n / words.length))} ${n > 90 ? n : ''}`.trim(),
      type: pick(projectTypes, n),
      status: pick(projectStatuses, n),
      location: pick(places, n),
      targetAmount: n % 11 === 0 ? null : `${(n * 7919 + 950) * 331}.00`,
      raisedAmount: `${(n * 101) % 900}50000.00`,
      expectedIRR: n % 5 === 0 ? null : `${(n * 3) % 28}.50`,
      isVisibleToInvestors: n % 6 !== 0,
      paymentInstallment: pick(paymentInstallments, n),
    })
  }
  for (let n = 0; n < investors; n++) {
    const [firstName, lastName] = [pick(people, n), n % 13 === 0 ? null : pick(families, Math.floor(n / 3))]
    store.put('investors', {
      id: uuid(2, n),
      firstName,
      lastName,
      email: `${firstName.toLowerCase()}.${n}@example.com`,
      phone: n % 3 === 0 ? null : `+90 532 ${String(1000000 + n * 37).slice(0, 3)} ${String(1000 + (n % 9000))}`,
      totalInvested: `${(n * 7727) % 9_000_000}.00`,
    })
  }
  for (let n = 0; n < investments; n++) {
    store.put('investments', {
      id: uuid(3, n),
      projectId: uuid(1, (n * 7) % projects),
      investorId: uuid(2, (n * 13) % investors),
      amount: `${(n * 6151) % 4_000_000 || 1}.00`,
      currency: n % 40 === 7 ? 'AED' : 'USD',
      status: pick(investmentStatuses, n),
      investmentDate: `20${String(19 + (n % 7))}-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`,
    })
  }
}
