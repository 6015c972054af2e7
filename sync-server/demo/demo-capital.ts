// Demo Capital: made so that a dashboard shows round figures. Active and committed capital is 112.4 million: 45 % real
// estate, 32 % private equity and 23 % venture capital; a year ago it was 100 million. Three projects were added this
// month, 47 investors this quarter.
import { v7 as uuidv7 } from 'uuid'
import { multiply, round, split, sum } from '#schema/money.ts'
import { filePathOf } from '#schema/files.ts'
import {
  daysBefore,
  firstInvestors,
  isoDate,
  people,
  type SeedFirm,
  type SeedRow,
  startOfMonth,
  startOfQuarter,
} from './seed-parts.ts'

type Project = readonly [
  name: string,
  type: string,
  location: string,
  status: string,
  target: string,
  expectedIRR: string,
  isVisible: boolean,
  description: string,
]

const older: readonly Project[] = [
  [
    'Marina Heights Residences',
    'REAL_ESTATE',
    'Dubai, UAE',
    'FUNDED',
    '32000000.00',
    '14.20',
    true,
    'Two residential towers on the marina with 312 apartments.',
  ],
  [
    'Kadıköy Waterfront Offices',
    'REAL_ESTATE',
    'Istanbul, Türkiye',
    'ACTIVE',
    '21000000.00',
    '11.80',
    true,
    'Refurbishment of a 1970s office block into flexible space.',
  ],
  [
    'Old Port Logistics Park',
    'REAL_ESTATE',
    'Marseille, France',
    'GROWTH',
    '18500000.00',
    '9.75',
    false,
    'Last-mile warehouses beside the port railway.',
  ],
  [
    'Atlas Medical Devices',
    'PRIVATE_EQUITY',
    'Casablanca, Morocco',
    'GROWTH',
    '24000000.00',
    '18.50',
    true,
    'Majority stake in a maker of surgical instruments.',
  ],
  [
    'Helvetic Precision Tools',
    'PRIVATE_EQUITY',
    'Winterthur, Switzerland',
    'ACTIVE',
    '19000000.00',
    '16.10',
    true,
    'Succession of a family-owned toolmaker.',
  ],
  [
    'Nilgiri Software',
    'VENTURE_CAPITAL',
    'Bengaluru, India',
    'GROWTH',
    '15000000.00',
    '27.00',
    true,
    'Workflow software for hospital pharmacies.',
  ],
  [
    'Sahel Solar',
    'VENTURE_CAPITAL',
    'Dakar, Senegal',
    'FUNDED',
    '12000000.00',
    '22.40',
    true,
    'Pay-as-you-go solar for rural clinics.',
  ],
  [
    'Anatolia Olive Groves',
    'AGRICULTURE',
    'Ayvalık, Türkiye',
    'EXITED',
    '6000000.00',
    '8.90',
    true,
    'Organic olive oil estate, sold to a cooperative.',
  ],
  [
    'Rhône Cold Storage',
    'COMMERCIAL',
    'Lyon, France',
    'MATURE',
    '9500000.00',
    '10.30',
    false,
    'Cold storage for wine and cheese exporters.',
  ],
]

const newer: readonly Project[] = [
  [
    'Jebel Ali Data Campus',
    'INFRASTRUCTURE',
    'Dubai, UAE',
    'ACTIVE',
    '60000000.00',
    '13.40',
    true,
    'Carrier-neutral data centre in two phases.',
  ],
  [
    'Bosphorus Robotics',
    'VENTURE_CAPITAL',
    'Istanbul, Türkiye',
    'ACTIVE',
    '8000000.00',
    '29.50',
    true,
    'Inspection robots for bridges and tunnels.',
  ],
  [
    'Cedar Valley Farms',
    'AGRICULTURE',
    'Zahlé, Lebanon',
    'ACTIVE',
    '4500000.00',
    '9.60',
    false,
    'Drip-irrigated orchards with a packing house.',
  ],
]

/** Active and committed capital by project, as shares of its type: a year ago, and since. */
const capital = {
  REAL_ESTATE: ['45000000.00', '5580000.00'],
  PRIVATE_EQUITY: ['32000000.00', '3968000.00'],
  VENTURE_CAPITAL: ['23000000.00', '2852000.00'],
} as const

export function demoCapital(today: Date): SeedFirm {
  const projectRow = (
    [name, type, location, status, targetAmount, expectedIRR, isVisibleToInvestors, description]: Project,
    at: Date,
  ): SeedRow => ({
    entity: 'projects',
    id: uuidv7(),
    at,
    fields: {
      name,
      type,
      location,
      status,
      targetAmount,
      expectedIRR,
      isVisibleToInvestors,
      description,
      paymentInstallment: '6_MONTHS',
    },
  })
  const long = daysBefore(today, 500)
  const oldProjects = older.map((project) => projectRow(project, long))
  const newProjects = newer.map((project) => projectRow(project, startOfMonth(today)))
  const oldInvestors = firstInvestors.map((fields) => ({ entity: 'investors', id: uuidv7(), at: long, fields }))
  const newInvestors = people(47).map((fields) => ({
    entity: 'investors',
    id: uuidv7(),
    at: startOfQuarter(today),
    fields,
  }))
  const investments = Object.entries(capital).flatMap(([type, [then, since]], t) => {
    const projects = oldProjects.filter(({ fields }) => fields['type'] === type)
    const earlier = investmentsIn(projects, oldInvestors, then, 12, t, (i) => daysBefore(today, 470 - i * 5))
    const later = investmentsIn(projects, [...oldInvestors, ...newInvestors], since, 14, t + 3, (i) =>
      daysBefore(today, 320 - i * 21),
    )
    return [...earlier, ...later]
  })
  const exited = investmentsIn(
    oldProjects.filter(({ fields }) => fields['status'] === 'EXITED'),
    oldInvestors,
    '5200000.00',
    4,
    1,
    () => daysBefore(today, 480),
    'EXITED',
  )
  const valuations = oldProjects.slice(0, 2).map(({ id }, i) => ({
    entity: 'valuations',
    id: uuidv7(),
    at: daysBefore(today, 60),
    fields: {
      projectId: id,
      nav: round(multiply(paidIn(investments, id), growth[i]!)),
      valuationDate: isoDate(daysBefore(today, 60)),
    },
  }))
  const documents = [...oldProjects.slice(0, 4), ...newProjects].map(({ id: projectId, fields }) => {
    const id = uuidv7()
    return {
      entity: 'documents',
      id,
      at: daysBefore(today, 20),
      fields: { name: `${String(fields['name'])} fact sheet`, type: 'FACT_SHEET', projectId, url: filePathOf(id) },
    }
  })
  const links = new Map([
    ['investor@demo.test', oldInvestors[0]!.id],
    ['investor2@demo.test', oldInvestors[1]!.id],
  ])
  return {
    rows: inOrder([
      ...oldProjects,
      ...newProjects,
      ...oldInvestors,
      ...newInvestors,
      ...exited,
      ...investments,
      ...valuations,
      ...documents,
    ]),
    links,
  }
}

/** The first projects' present value in relation to the amount paid in. */
const growth = ['1.1800', '1.0700']

const paidIn = (investments: readonly SeedRow[], projectId: string): string =>
  sum(
    investments
      .filter(({ fields }) => fields['projectId'] === projectId && fields['status'] === 'FUNDED')
      .map(({ fields }) => String(fields['amount'])),
  )

/** Orders rows so that each comes after the rows to which it points. */
function inOrder(rows: readonly SeedRow[]): SeedRow[] {
  const made = new Map(rows.map(({ id, at }) => [id, at]))
  return rows.map((row) => {
    const parents = [row.fields['projectId'], row.fields['investorId']].map(
      (id) => made.get(id as string)?.getTime() ?? 0,
    )
    return { ...row, at: new Date(Math.max(row.at.getTime(), ...parents)) }
  })
}

function investmentsIn(
  projects: readonly SeedRow[],
  investors: readonly SeedRow[],
  total: string,
  count: number,
  shift: number,
  dateOf: (i: number) => Date,
  status?: string,
): SeedRow[] {
  const weights = Array.from({ length: count }, (_, i) => String(3 + ((i * 7 + shift) % 9)))
  return split(total, weights).map((amount, i) => ({
    entity: 'investments',
    id: uuidv7(),
    at: dateOf(i),
    fields: {
      projectId: projects[i % projects.length]!.id,
      investorId: investors[(i * 5 + shift) % investors.length]!.id,
      amount,
      status: status ?? (i % 4 === 3 ? 'COMMITTED' : 'FUNDED'),
      investmentDate: isoDate(dateOf(i)),
    },
  }))
}
