// What the people of Demo Capital were told in the last days, and what they are asked to sign.
import { v7 as uuidv7 } from 'uuid'
import type { NotificationKind } from '#schema/enumerations.ts'
import { sentences } from '../notifications/tell.ts'
import { noonOf, type Days, type OwnRow, type SeedRow, type UserIdOf } from './seed-parts.ts'

/** Who is asked to sign what. */
const asked = [
  ['Marina Heights Residences fact sheet', 'investor@demo.test', 'Investor'],
  ['Helvetic Precision Tools subscription agreement', 'manager@demo.test', 'Portfolio manager'],
] as const

export const signaturesOf = (days: Days, documents: readonly SeedRow[], userIdOf: UserIdOf): OwnRow[] =>
  asked.map(([name, email, signerRole]) => ({
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

/** What is older than two days was read. */
export function noticesOf(days: Days, rows: readonly SeedRow[], userIdOf: UserIdOf): OwnRow[] {
  const last = (entity: string, fields: Readonly<Record<string, unknown>> = {}): SeedRow | undefined =>
    rows.findLast(
      (row) => row.entity === entity && Object.entries(fields).every(([name, value]) => row.fields[name] === value),
    )
  const tell = (
    email: string,
    ago: number,
    kind: NotificationKind,
    url: string,
    about: SeedRow | undefined,
  ): OwnRow[] => {
    if (!about) return []
    const fields = {
      userId: userIdOf(email),
      kind,
      titleKey: sentences[kind][0],
      params: { entity: about.entity, id: about.id },
      url,
      ...(ago > 2 ? { readAt: noonOf(days.ago(ago - 1)).toISOString() } : {}),
    }
    return [{ entity: 'notifications', id: uuidv7(), at: days.on(days.ago(ago)), fields }]
  }
  const investors = rows.filter(({ entity }) => entity === 'investors')
  const toInvestor = (email: string, investorId: string): OwnRow[] => [
    ...tell(email, 1, 'PROJECT_SHOWN', '/projects', last('projects', { isVisibleToInvestors: undefined })),
    ...tell(email, 2, 'DOCUMENT_ADDED', '/documents', last('documents', { investorId })),
    ...tell(email, 9, 'DISTRIBUTION', '/investor-portal', last('cashFlows', { investorId, type: 'DISTRIBUTION' })),
    ...tell(email, 21, 'CAPITAL_CALL', '/investor-portal', last('cashFlows', { investorId, type: 'CAPITAL_CALL' })),
  ]
  return [
    ...staff.flatMap((email) => [
      ...tell(email, 1, 'DOCUMENT_ADDED', '/documents', last('documents', { type: 'KYC' })),
      ...tell(email, 4, 'DOCUMENT_ADDED', '/documents', last('documents', { type: 'TAX' })),
    ]),
    ...tell('manager@demo.test', 1, 'DOCUMENT_TO_SIGN', '/documents', last('documents', { name: asked[1][0] })),
    ...toInvestor('investor@demo.test', investors[0]!.id),
    ...toInvestor('investor2@demo.test', investors[1]!.id),
  ]
}
