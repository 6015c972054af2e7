import { v7 as uuidv7 } from 'uuid'
import { filePathOf } from '#schema/kernel/files.ts'
import { daysBefore, isoDate, type SeedFile, type SeedFirm } from './seed-parts.ts'

const projects = [
  ['Other Harbour Wind', 'INFRASTRUCTURE', 'Esbjerg, Denmark', '40000000.00', true],
  ['Other Lane Studios', 'COMMERCIAL', 'Leeds, United Kingdom', '3500000.00', true],
  ['Other Quarry Redevelopment', 'REAL_ESTATE', 'Ghent, Belgium', '7000000.00', false],
] as const

const investors = [
  ['Noor', 'Rahman', 'noor.rahman@example.org'],
  ['Piet', 'Janssen', 'piet.janssen@example.org'],
  ['Siobhán', 'Byrne', 'siobhan.byrne@example.org'],
] as const

export function secondDemoFirm(today: Date): SeedFirm {
  const at = daysBefore(today, 90)
  const projectRows = projects.map(([name, type, location, targetAmount, isVisibleToInvestors]) => ({
    entity: 'projects',
    id: uuidv7(),
    at,
    fields: { name, type, location, targetAmount, isVisibleToInvestors, expectedIRR: '12.00' },
  }))
  const investorRows = investors.map(([firstName, lastName, email]) => ({
    entity: 'investors',
    id: uuidv7(),
    at,
    fields: { firstName, lastName, email },
  }))
  const investmentRows = projectRows.flatMap((project, p) =>
    investorRows.slice(0, 2).map((investor, i) => ({
      entity: 'investments',
      id: uuidv7(),
      at: daysBefore(today, 80),
      fields: {
        projectId: project.id,
        investorId: investor.id,
        amount: `${(p + 1) * 250_000 + i * 40_000}.00`,
        status: i === 0 ? 'FUNDED' : 'COMMITTED',
        investmentDate: isoDate(daysBefore(today, 80)),
      },
    })),
  )
  const documentRows = projectRows.map(({ id: projectId, fields }) => {
    const id = uuidv7()
    return {
      entity: 'documents',
      id,
      at: daysBefore(today, 70),
      fields: { name: `${fields.name} prospectus`, type: 'FACT_SHEET', projectId, url: filePathOf(id) },
    }
  })
  const files = documentRows.map(({ id, fields }): SeedFile => ({
    entity: 'documents',
    id,
    name: fields.name,
    lines: ['What Other Partners offers to its investors.'],
  }))
  return {
    rows: [...projectRows, ...investorRows, ...investmentRows, ...documentRows],
    files,
    serverRows: [],
    links: new Map([['investor@other.test', investorRows[0]!.id]]),
  }
}
