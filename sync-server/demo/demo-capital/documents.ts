import { v7 as uuidv7 } from 'uuid'
import { filePathOf } from '#schema/kernel/files.ts'
import { type Days, type SeedFile, type SeedRow } from '#server/demo/seed-parts.ts'

export interface DocumentRows {
  readonly rows: readonly SeedRow[]
  readonly files: readonly SeedFile[]
}

interface DemoDocument {
  readonly name: string
  readonly type: string
  readonly kycEvidence?: string
  readonly language?: string
  readonly projectId?: string
  readonly investorId?: string
  readonly day: string
  readonly by?: string
  readonly lines: readonly string[]
}

export const manager = 'manager@demo.test'

function buildDocuments(days: Days, documents: readonly DemoDocument[]): DocumentRows {
  const rows: SeedRow[] = []
  const files: SeedFile[] = []
  for (const { day, by, lines, language = 'en', ...described } of documents) {
    const id = uuidv7()
    const fields = { ...described, language, url: filePathOf(id) }
    rows.push({ entity: 'documents', id, at: days.on(day), fields, ...(by ? { by } : {}) })
    files.push({ entity: 'documents', id, name: described.name, lines })
  }
  return { rows, files }
}

const text = ({ fields }: SeedRow, field: string): string => (fields[field] as string | undefined) ?? ''
const nameOf = (investor: SeedRow): string =>
  [investor.fields['firstName'], investor.fields['lastName']].filter(Boolean).join(' ')

const projectFacts = (project: SeedRow): readonly string[] => [
  text(project, 'description'),
  '',
  `Location: ${text(project, 'location')}`,
  `Target: ${text(project, 'currency') || 'USD'} ${text(project, 'targetAmount')}`,
  `Expected return: ${text(project, 'expectedIRR')} % a year`,
  `Duration: ${text(project, 'duration')} years`,
]

function projectDocuments(days: Days, project: SeedRow, i: number): DemoDocument[] {
  const [name, projectId] = [text(project, 'name'), project.id]
  const [before, last] = days.quarterEnds(2) as [string, string]
  const report = (quarter: string, day: string): DemoDocument => ({
    name: `${name} report ${quarter.slice(0, 7)}`,
    type: 'REPORT',
    projectId,
    day,
    by: manager,
    lines: [
      `The quarter that ended on ${quarter}.`,
      '',
      ...projectFacts(project),
      '',
      'The figures were agreed by the auditor.',
    ],
  })
  return [
    {
      name: `${name} fact sheet`,
      type: 'FACT_SHEET',
      projectId,
      day: days.ago(20 + i * 3),
      lines: projectFacts(project),
    },
    report(before, days.ago(100 + i)),
    report(last, days.ago(i < 3 ? i : 8 + i)),
    {
      name: `${name} subscription agreement`,
      type: 'CONTRACT',
      projectId,
      day: days.ago(400 + i),
      lines: ['Subscription agreement between Demo Capital and its investors.', '', ...projectFacts(project)],
    },
  ]
}

function investorDocuments(days: Days, investor: SeedRow, i: number): DemoDocument[] {
  const [name, investorId] = [nameOf(investor), investor.id]
  const year = String(Number(days.today.slice(0, 4)) - 1)
  return [
    {
      name: `Identity of ${name}`,
      type: 'KYC',
      kycEvidence: 'IDENTIFICATION',
      investorId,
      day: days.ago(380 - i * 12),
      lines: ['Copy of an identity document, checked by Demo Capital.', `Address: ${text(investor, 'address')}`],
    },
    {
      name: `Tax statement ${year} of ${name}`,
      type: 'TAX',
      investorId,
      day: days.ago(60 + i),
      lines: [`Payments that ${name} received from Demo Capital in ${year}.`, 'For the tax authority of the investor.'],
    },
  ]
}

export const documentsIn = (
  days: Days,
  { ongoing, opened, investors }: Readonly<Record<'ongoing' | 'opened' | 'investors', readonly SeedRow[]>>,
): DocumentRows =>
  buildDocuments(days, [
    ...ongoing.flatMap((project, i) => projectDocuments(days, project, i)),
    ...opened.map((project): DemoDocument => {
      const name = `${text(project, 'name')} fact sheet`
      return {
        name,
        type: 'FACT_SHEET',
        projectId: project.id,
        day: days.today,
        by: manager,
        lines: projectFacts(project),
      }
    }),
    ...investors.flatMap((investor, i) => investorDocuments(days, investor, i)),
    {
      name: 'Lettre aux investisseurs',
      type: 'REPORT',
      language: 'fr',
      projectId: ongoing[4]!.id,
      day: days.ago(12),
      lines: ['Madame, Monsieur,', 'le dernier exercice a été bon ; nous vous en remercions.'],
    },
    {
      name: 'Yatırımcı mektubu',
      type: 'REPORT',
      language: 'tr',
      projectId: ongoing[1]!.id,
      day: days.ago(11),
      lines: ['Sayın yatırımcımız,', 'geçen yıl iyi geçti; güveniniz için teşekkür ederiz.'],
    },
    {
      name: 'Investment policy',
      type: 'OTHER',
      day: days.ago(200),
      lines: ['What Demo Capital invests in, who decides, and how risks are watched.', 'For staff alone.'],
    },
  ])
