import { v7 as uuidv7 } from 'uuid'
import { filePathOf } from '#schema/kernel/files.ts'
import { type Days, noonOf, type SeedFile, type SeedRow } from '#server/demo/seed-parts.ts'

interface Referrer {
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly fullAddress: string
  readonly notes?: string
  readonly isActive?: boolean
  readonly investorIndex?: number
  readonly referredInvestorIndexes: readonly number[]
  readonly commissionAgreements: readonly (readonly [project: number, percent: string, frequency: string])[]
}

const referrers: readonly Referrer[] = [
  {
    name: 'Nadia Benchekroun',
    phone: '+212 662 345678',
    email: 'nadia.benchekroun@example.com',
    fullAddress: '22 rue Tahar Sebti, Casablanca, Morocco',
    notes: 'Knows the family offices of Casablanca and Rabat.',
    referredInvestorIndexes: [8, 19],
    commissionAgreements: [
      [3, '1.50', 'QUARTERLY'],
      [6, '2.00', 'PER_DEAL'],
    ],
  },
  {
    name: 'Harbour Introductions',
    phone: '+44 20 7946 0456',
    email: 'desk@harbour-introductions.example.com',
    fullAddress: '4 Leith Walk, Edinburgh, United Kingdom',
    referredInvestorIndexes: [12, 18],
    commissionAgreements: [
      [0, '1.00', 'ANNUALLY'],
      [2, '0.75', 'QUARTERLY'],
      [3, '1.25', 'ONE_TIME'],
    ],
  },
  {
    name: 'Selim Aksoy',
    phone: '+90 532 987 65 43',
    email: 'selim.aksoy@example.com',
    fullAddress: 'Bağdat Caddesi 210, Istanbul, Türkiye',
    referredInvestorIndexes: [1, 6],
    commissionAgreements: [[1, '1.20', 'MONTHLY']],
  },
  {
    name: 'Layla Al Mansoori',
    phone: '+971 50 123 4567',
    email: 'layla.almansoori@example.com',
    fullAddress: 'Al Wasl Road, Dubai, UAE',
    notes: 'An investor herself.',
    investorIndex: 2,
    referredInvestorIndexes: [15],
    commissionAgreements: [[0, '1.00', 'QUARTERLY']],
  },
  {
    name: 'Jean-Marc Fontaine',
    phone: '+33 6 44 55 66 77',
    email: 'jm.fontaine@example.com',
    fullAddress: '9 place Bellecour, Lyon, France',
    referredInvestorIndexes: [3],
    commissionAgreements: [[4, '1.50', 'ANNUALLY']],
  },
  {
    name: 'Harriet Blom',
    phone: '+31 6 1234 5678',
    email: 'harriet.blom@example.com',
    fullAddress: 'Keizersgracht 101, Amsterdam, Netherlands',
    notes: 'Retired; nothing is due.',
    isActive: false,
    referredInvestorIndexes: [],
    commissionAgreements: [[5, '1.00', 'ONE_TIME']],
  },
]

export interface ReferralSeeds {
  readonly referrers: readonly SeedRow[]
  readonly agreementsAndAttachments: readonly SeedRow[]
  readonly files: readonly SeedFile[]
  readonly referrerIdByInvestorIndex: ReadonlyMap<number, string>
}

function attachmentsOf(days: Days, referralId: string, { name }: Referrer): readonly [SeedRow, SeedFile][] {
  const attachment = (documentName: string, ago: number, lines: readonly string[]): [SeedRow, SeedFile] => {
    const id = uuidv7()
    const fields = { referralId, documentName, documentUrl: filePathOf(id, 'referralAttachments') }
    return [
      { entity: 'referralAttachments', id, at: days.on(days.ago(ago)), fields },
      { entity: 'referralAttachments', id, name: documentName, lines },
    ]
  }
  return [
    attachment(`Agreement with ${name}`, 700, [
      `Commission payable by Demo Capital to ${name} for referred investors.`,
    ]),
    attachment(`Invoice from ${name}`, 35, ['Commissions for the last quarter, payable within thirty days.']),
  ]
}

export function referralsOf(
  days: Days,
  createdAt: Date,
  investors: readonly SeedRow[],
  projects: readonly SeedRow[],
): ReferralSeeds {
  const rows = referrers.map(
    ({ referredInvestorIndexes: _, commissionAgreements: __, investorIndex: ___, ...fields }): SeedRow => ({
      entity: 'referrals',
      id: uuidv7(),
      at: createdAt,
      fields,
    }),
  )
  const agreements = referrers.flatMap(({ commissionAgreements }, i) =>
    commissionAgreements.map(([project, commissionPercentage, frequency]): SeedRow => ({
      entity: 'referralCommissions',
      id: uuidv7(),
      at: noonOf(days.monthsAgo(36)),
      fields: { referralId: rows[i]!.id, projectId: projects[project]!.id, commissionPercentage, frequency },
    })),
  )
  const attached = referrers.slice(0, 4).flatMap((referrer, i) => attachmentsOf(days, rows[i]!.id, referrer))
  return {
    referrers: rows.map((row, i) => {
      const { investorIndex } = referrers[i]!
      return investorIndex === undefined
        ? row
        : { ...row, fields: { ...row.fields, investorId: investors[investorIndex]!.id } }
    }),
    agreementsAndAttachments: [...agreements, ...attached.map(([row]) => row)],
    files: attached.map(([, file]) => file),
    referrerIdByInvestorIndex: new Map(
      referrers.flatMap(({ referredInvestorIndexes }, i) =>
        referredInvestorIndexes.map((index) => [index, rows[i]!.id]),
      ),
    ),
  }
}
