import { v7 as uuidv7 } from 'uuid'
import { type Days, noonOf, type SeedRow, type UserIdOf } from '#server/demo/seed-parts.ts'
import { manager } from './documents.ts'

const deals = [
  {
    name: 'Adriatic Ferry Terminal',
    description: 'A concession for thirty years, with a yard for repairs.',
    dealSize: '42000000.00',
    minimumInvestment: '250000.00',
    status: 'DUE_DILIGENCE',
    industry: 'Transport',
    location: 'Split, Croatia',
    targetIRR: '12.80',
    closesIn: 45,
  },
  {
    name: 'Sabah Fisheries',
    description: 'Cold chain from the boats to the airport.',
    dealSize: '7500000.00',
    minimumInvestment: '50000.00',
    status: 'REVIEWED',
    industry: 'Food',
    location: 'Kota Kinabalu, Malaysia',
    targetIRR: '15.40',
    closesIn: 80,
  },
  {
    name: 'Cappadocia Heritage Hotels',
    description: 'Three houses in the rock, to be run by one operator.',
    dealSize: '180000000.00',
    minimumInvestment: '2000000.00',
    currency: 'TRY',
    status: 'APPROVED',
    industry: 'Hospitality',
    location: 'Göreme, Türkiye',
    targetIRR: '21.00',
    closesIn: 20,
  },
  {
    name: 'Lagos Payments Switch',
    description: 'Settles card payments between small banks.',
    dealSize: '15000000.00',
    minimumInvestment: '100000.00',
    status: 'SOURCED',
    industry: 'Financial technology',
    location: 'Lagos, Nigeria',
    targetIRR: '28.00',
    closesIn: 120,
  },
  {
    name: 'Baltic Timber Frames',
    description: 'Prefabricated houses; the price was too high.',
    dealSize: '11000000.00',
    minimumInvestment: '100000.00',
    status: 'REJECTED',
    industry: 'Construction',
    location: 'Tartu, Estonia',
    targetIRR: '9.20',
    closesIn: -30,
  },
] as const

interface Sources {
  readonly investors: readonly SeedRow[]
  readonly referrers: readonly SeedRow[]
  readonly userIdOf: UserIdOf
}

export function dealsIn(days: Days, { investors, referrers, userIdOf }: Sources): SeedRow[] {
  const dealRows = deals.map(({ closesIn, ...fields }, i): SeedRow => ({
    entity: 'deals',
    id: uuidv7(),
    at: days.on(days.ago(70 - i * 12)),
    by: manager,
    fields: {
      ...fields,
      sourceId: referrers[i % referrers.length]!.id,
      assignedTo: userIdOf(manager),
      estimatedClosing: days.ago(-closesIn),
    },
  }))
  const share = (deal: number, investor: number, ago: number, fields: object = {}): SeedRow => ({
    entity: 'opportunities',
    id: uuidv7(),
    at: days.on(days.ago(ago)),
    by: manager,
    fields: {
      dealId: dealRows[deal]!.id,
      investorId: investors[investor]!.id,
      message: 'We thought of you; the papers are ready when you are.',
      ...fields,
    },
  })
  const seen = (ago: number) => ({ viewed: true, viewedAt: noonOf(days.ago(ago)).toISOString() })
  const responded = (ago: number, response: string) => ({
    ...seen(ago),
    responded: true,
    response,
    respondedAt: noonOf(days.ago(ago)).toISOString(),
  })
  const connect = (from: number, to: number, ago: number, status: string): SeedRow => ({
    entity: 'investorConnections',
    id: uuidv7(),
    at: days.on(days.ago(ago)),
    fields: {
      requesterId: investors[from]!.id,
      recipientId: investors[to]!.id,
      message: 'We met at the investors’ day.',
      status,
      ...(status === 'ACCEPTED' ? { acceptedAt: noonOf(days.ago(ago)).toISOString() } : {}),
    },
  })
  return [
    ...dealRows,
    share(0, 0, 9),
    share(2, 0, 30, seen(28)),
    share(2, 1, 30, responded(25, 'Yes, up to five million lira.')),
    share(1, 2, 14, seen(13)),
    share(0, 12, 9, responded(8, 'Too large for us this year.')),
    connect(1, 0, 6, 'PENDING'),
    connect(2, 0, 120, 'ACCEPTED'),
    connect(5, 3, 40, 'ACCEPTED'),
  ]
}
