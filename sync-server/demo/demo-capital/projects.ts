/** Exact, so that converted amounts stay round. */
export const perDollar = { USD: '1.000000', AED: '3.672500', TRY: '42.500000' } as const
export type Currency = keyof typeof perDollar

export interface Project {
  readonly name: string
  readonly type: string
  readonly location: string
  readonly status: string
  readonly currency: Currency
  readonly targetAmount: string
  readonly expectedIRR: string
  readonly actualIRR?: string
  readonly duration: string
  readonly paymentInstallment: string
  readonly isVisibleToInvestors?: false
  readonly description: string
  readonly notes?: string
}

const kinds = {
  'Marina Heights Residences': ['REAL_ESTATE', 'Dubai, UAE', 'FUNDED'],
  'Kadıköy Waterfront Offices': ['REAL_ESTATE', 'Istanbul, Türkiye', 'ACTIVE'],
  'Old Port Logistics Park': ['REAL_ESTATE', 'Marseille, France', 'GROWTH'],
  'Atlas Medical Devices': ['PRIVATE_EQUITY', 'Casablanca, Morocco', 'GROWTH'],
  'Helvetic Precision Tools': ['PRIVATE_EQUITY', 'Winterthur, Switzerland', 'MATURE'],
  'Nilgiri Software': ['VENTURE_CAPITAL', 'Bengaluru, India', 'GROWTH'],
  'Sahel Solar': ['VENTURE_CAPITAL', 'Dakar, Senegal', 'FUNDED'],
  'Anatolia Olive Groves': ['AGRICULTURE', 'Ayvalık, Türkiye', 'EXITED'],
  'Rhône Cold Storage': ['COMMERCIAL', 'Lyon, France', 'EXITED'],
  'Jebel Ali Data Campus': ['INFRASTRUCTURE', 'Dubai, UAE', 'ACTIVE'],
  'Bosphorus Robotics': ['VENTURE_CAPITAL', 'Istanbul, Türkiye', 'ACTIVE'],
  'Cedar Valley Farms': ['AGRICULTURE', 'Zahlé, Lebanon', 'ACTIVE'],
} as const satisfies Readonly<Record<string, readonly [type: string, location: string, status: string]>>

export type ProjectName = keyof typeof kinds
type Table<Line> = Readonly<Record<ProjectName, Line>>

type Terms = readonly [
  currency: Currency,
  targetAmount: string,
  expectedIRR: string,
  actualIRR: string | null,
  duration: string,
  paymentInstallment: string,
]
const terms: Table<Terms> = {
  'Marina Heights Residences': ['AED', '110000000.00', '14.20', null, '6.0', '12_MONTHS'],
  'Kadıköy Waterfront Offices': ['TRY', '480000000.00', '11.80', null, '5.0', '6_MONTHS'],
  'Old Port Logistics Park': ['USD', '24500000.00', '9.75', null, '7.0', '12_MONTHS'],
  'Atlas Medical Devices': ['USD', '24000000.00', '18.50', null, '5.5', '6_MONTHS'],
  'Helvetic Precision Tools': ['USD', '19000000.00', '16.10', '17.30', '5.0', '3_MONTHS'],
  'Nilgiri Software': ['USD', '15000000.00', '27.00', null, '8.0', '12_MONTHS'],
  'Sahel Solar': ['USD', '12000000.00', '22.40', null, '7.5', '12_MONTHS'],
  'Anatolia Olive Groves': ['USD', '6000000.00', '8.90', '12.60', '2.5', '12_MONTHS'],
  'Rhône Cold Storage': ['USD', '4000000.00', '10.30', '6.10', '2.0', '6_MONTHS'],
  'Jebel Ali Data Campus': ['USD', '60000000.00', '13.40', null, '10.0', '12_MONTHS'],
  'Bosphorus Robotics': ['USD', '8000000.00', '29.50', null, '7.0', '6_MONTHS'],
  'Cedar Valley Farms': ['USD', '4500000.00', '9.60', null, '6.0', '12_MONTHS'],
}

const descriptions: Table<string> = {
  'Marina Heights Residences': 'Two residential towers on the marina with 312 apartments, nine in ten of them leased.',
  'Kadıköy Waterfront Offices': 'Refurbishment of a 1970s office block into flexible space beside the ferry landing.',
  'Old Port Logistics Park': 'Last-mile warehouses beside the port railway, leased to two carriers until 2034.',
  'Atlas Medical Devices': 'Majority stake in a maker of surgical instruments that sells to forty countries.',
  'Helvetic Precision Tools': 'Succession of a family-owned toolmaker; the founders stay for three years.',
  'Nilgiri Software': 'Workflow software for hospital pharmacies, in use in 140 hospitals.',
  'Sahel Solar': 'Pay-as-you-go solar for rural clinics in three countries.',
  'Anatolia Olive Groves': 'Organic olive oil estate, sold to a cooperative of its growers.',
  'Rhône Cold Storage': 'Cold storage for wine and cheese exporters, sold to its operator.',
  'Jebel Ali Data Campus': 'Carrier-neutral data center in two phases, with its own substation.',
  'Bosphorus Robotics': 'Inspection robots for bridges and tunnels.',
  'Cedar Valley Farms': 'Drip-irrigated orchards with a packing house.',
}

const notes: Partial<Table<string>> = {
  'Marina Heights Residences': 'The escrow bank wants the second tower’s completion certificate before the next call.',
  'Kadıköy Waterfront Offices': 'Rents are indexed to the lira; the second lease is signed in euros.',
  'Old Port Logistics Park': 'Not shown to investors until the second carrier has signed.',
}

const hidden: readonly ProjectName[] = ['Old Port Logistics Park', 'Rhône Cold Storage', 'Cedar Valley Farms']

export function projectNamed(name: ProjectName): Project {
  const [type, location, status] = kinds[name]
  const [currency, targetAmount, expectedIRR, actualIRR, duration, paymentInstallment] = terms[name]
  const note = notes[name]
  return {
    name,
    type,
    location,
    status,
    currency,
    targetAmount,
    expectedIRR,
    ...(actualIRR !== null && { actualIRR }),
    duration,
    paymentInstallment,
    ...(hidden.includes(name) && { isVisibleToInvestors: false }),
    description: descriptions[name],
    ...(note !== undefined && { notes: note }),
  }
}
