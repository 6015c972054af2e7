import { v7 as uuidv7 } from 'uuid'
import type { NotificationKind } from '#schema/kernel/enumerations.ts'
import { sentences } from '#server/entities/notifications/notify.ts'
import { type Days, type ServerRow, type SeedRow, type UserIdOf } from '#server/demo/seed-parts.ts'

const requestedSignatures = [
  ['Marina Heights Residences fact sheet', 'investor@demo.test', 'Investor'],
  ['Helvetic Precision Tools subscription agreement', 'manager@demo.test', 'Portfolio manager'],
] as const

export const signaturesOf = (days: Days, documents: readonly SeedRow[], userIdOf: UserIdOf): ServerRow[] =>
  requestedSignatures.map(([name, email, signerRole]) => ({
    entity: 'documentSignatures',
    id: uuidv7(),
    at: days.on(days.ago(1)),
    fields: {
      documentId: documents.find(({ fields }) => fields['name'] === name)!.id,
      signerId: userIdOf(email),
      signerRole,
      status: 'PENDING_SIGNATURE',
    },
  }))

const staff = ['admin@demo.test', 'manager@demo.test']

export function noticesOf(days: Days, rows: readonly SeedRow[], userIdOf: UserIdOf): ServerRow[] {
  const last = (entity: string, fields: Readonly<Record<string, unknown>> = {}): SeedRow | undefined =>
    rows.findLast(
      (row) => row.entity === entity && Object.entries(fields).every(([name, value]) => row.fields[name] === value),
    )
  const notificationAt = (email: string, at: Date, kind: NotificationKind, url: string, about: SeedRow): ServerRow => {
    const readAt = new Date(at.getTime() + 86_400_000)
    const fields = {
      userId: userIdOf(email),
      kind,
      titleKey: sentences[kind][0],
      params: { entity: about.entity, id: about.id },
      url,
      ...(at < days.on(days.ago(2)) ? { readAt: readAt.toISOString() } : {}),
    }
    return { entity: 'notifications', id: uuidv7(), at, fields }
  }
  const notification = (email: string, ago: number, kind: NotificationKind, url: string, about: SeedRow | undefined) =>
    about ? [notificationAt(email, days.on(days.ago(ago)), kind, url, about)] : []
  const flowNotification = (email: string, investorId: string, type: 'DISTRIBUTION' | 'CAPITAL_CALL'): ServerRow[] => {
    const dayOf = ({ fields }: SeedRow) => String(fields['date'])
    const flows = rows.filter(
      ({ entity, fields }) => entity === 'cashFlows' && fields['investorId'] === investorId && fields['type'] === type,
    )
    const latest = flows.toSorted((a, b) => (dayOf(a) < dayOf(b) ? -1 : 1)).at(-1)
    return latest ? [notificationAt(email, days.on(dayOf(latest)), type, '/investor-portal', latest)] : []
  }
  const investors = rows.filter(({ entity }) => entity === 'investors')
  const toInvestor = (email: string, investorId: string): ServerRow[] => [
    ...notification(email, 1, 'PROJECT_SHOWN', '/projects', last('projects', { isVisibleToInvestors: undefined })),
    ...notification(email, 2, 'DOCUMENT_ADDED', '/documents', last('documents', { investorId })),
    ...flowNotification(email, investorId, 'DISTRIBUTION'),
    ...flowNotification(email, investorId, 'CAPITAL_CALL'),
  ]
  return [
    ...staff.flatMap((email) => [
      ...notification(email, 1, 'DOCUMENT_ADDED', '/documents', last('documents', { type: 'KYC' })),
      ...notification(email, 4, 'DOCUMENT_ADDED', '/documents', last('documents', { type: 'TAX' })),
    ]),
    ...toInvestor('investor@demo.test', investors[0]!.id),
    ...toInvestor('investor2@demo.test', investors[1]!.id),
  ]
}
