import type { Role } from '#schema/kernel/enumerations.ts'
import type { Sql } from '../server/backend.ts'
import type { Person } from '../server/firm.ts'

export type Row = Readonly<Record<string, unknown>>
export type Rows = Map<string, Row>

interface Visibility {
  readonly table: string
  readonly everybody: Readonly<Record<string, string>>
  readonly staff?: Readonly<Record<string, string>>
  readonly investor?: Readonly<Record<string, string>>
  /** The audience besides staff; `$2` holds the person's investor records. */
  readonly audience: string
  /** Staff's devices compute it themselves. */
  readonly isForInvestorsOnly?: true
}

const moment = (column: string) => `to_char(t.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const projectIsShown =
  'exists (select 1 from projects p where p.tenant_id = t.tenant_id and p.id = t.project_id and p.deleted_at is null and p.is_visible_to_investors)'
const projectIsHeld =
  'exists (select 1 from investments i where i.tenant_id = t.tenant_id and i.project_id = t.project_id and i.deleted_at is null and i.investor_id = any($2::uuid[]))'

const visibilities: Readonly<Record<string, Visibility>> = {
  projects: {
    table: 'projects',
    everybody: {
      name: 't.name',
      description: 't.description',
      type: 't.type',
      status: 't.status',
      isVisibleToInvestors: 't.is_visible_to_investors',
      location: 't.location',
      targetAmount: 't.target_amount::text',
      currency: 't.currency',
      expectedIRR: 't.expected_irr::text',
      actualIRR: 't.actual_irr::text',
      duration: 't.duration::text',
      paymentInstallment: 't.payment_installment',
    },
    staff: {
      raisedAmount: 't.raised_amount::text',
      actualTotalInvested: 't.actual_total_invested::text',
      notes: 't.notes',
    },
    audience: 't.is_visible_to_investors',
  },
  investors: {
    table: 'investors',
    everybody: {
      firstName: 't.first_name',
      lastName: 't.last_name',
      email: 't.email',
      phone: 't.phone',
      address: 't.address',
      kycStatus: 't.kyc_status',
      kycReviewOn: 't.kyc_review_on::text',
      kycDecidedAt: moment('kyc_decided_at'),
      totalInvested: 't.total_invested::text',
    },
    staff: {
      userId: 't.user_id',
      referralId: 't.referral_id',
      notes: 't.notes',
      nextContactOn: 't.next_contact_on::text',
      kycReason: 't.kyc_reason',
      kycDocuments: 't.kyc_documents',
      kycDecidedBy: 't.kyc_decided_by',
    },
    audience: 't.id = any($2::uuid[])',
  },
  investments: {
    table: 'investments',
    everybody: {
      projectId: 't.project_id',
      investorId: 't.investor_id',
      amount: 't.amount::text',
      currency: 't.currency',
      status: 't.status',
      investmentDate: 't.investment_date::text',
      redemptionDate: 't.redemption_date::text',
      exitedOn: 't.exited_on::text',
      exitedFromStart: 't.exited_from_start',
      nothingMoreDue: 't.nothing_more_due',
    },
    investor: {
      projectName: '(select p.name from projects p where p.tenant_id = t.tenant_id and p.id = t.project_id)',
      projectCurrency: '(select p.currency from projects p where p.tenant_id = t.tenant_id and p.id = t.project_id)',
      value: 't.value::text',
      valueDate: 't.value_date::text',
      valueRatio: 't.value_ratio::text',
    },
    audience: 't.investor_id = any($2::uuid[])',
  },
  documents: {
    table: 'documents',
    everybody: {
      name: 't.name',
      type: 't.type',
      url: 't.url',
      investorId: 't.investor_id',
      audience: 't.audience',
      language: 't.language',
      kycEvidence: 't.kyc_evidence',
      expiresOn: 't.expires_on::text',
      uploadedBy: 't.uploaded_by',
      fileName: 't.file_name',
      mimeType: 't.mime_type',
      size: 't.size',
      sha256: 't.sha256',
      fileState: 't.file_state',
      version: 't.version',
    },
    staff: { projectId: 't.project_id' },
    investor: { projectId: `case when ${projectIsShown} or ${projectIsHeld} then t.project_id end` },
    audience: `(t.investor_id = any($2::uuid[]) or t.investor_id is null and t.audience = 'INVESTORS' and ${projectIsShown})`,
  },
  valuations: {
    table: 'valuations',
    everybody: {
      projectId: 't.project_id',
      valuationDate: 't.valuation_date::text',
      valueRatio: 't.value_ratio::text',
    },
    staff: { nav: 't.nav::text', notes: 't.notes' },
    audience: projectIsShown,
  },
  holdingValues: {
    table: 'holding_values',
    everybody: {
      investmentId: 't.investment_id',
      valuationId: 't.valuation_id',
      investorId: 't.investor_id',
      valuationDate: 't.valuation_date::text',
      value: 't.value::text',
    },
    audience: 't.investor_id = any($2::uuid[])',
    isForInvestorsOnly: true,
  },
  commissions: {
    table: 'commissions',
    everybody: {},
    staff: {
      investmentId: 't.investment_id',
      agreementId: 't.agreement_id',
      feeType: 't.fee_type',
      amount: 't.amount::text',
      currency: 't.currency',
      percentage: 't.percentage::text',
      calculatedOn: 't.calculated_on::text',
      description: 't.description',
      dueDate: 't.due_date::text',
      paidDate: 't.paid_date::text',
    },
    audience: 'false',
  },
  activities: {
    table: 'activities',
    everybody: {
      at: moment('at'),
      action: 't.action',
      entityType: 't.entity_type',
      entityId: 't.entity_id',
      title: 't.title',
    },
    staff: {
      userId: 't.user_id',
      by: 't.by',
      device: 't.device',
      source: 't.source',
      belongedTo: 't.belonged_to',
      changes: 't.changes',
    },
    audience: '(t.shown or t.investor_id = any($2::uuid[]))',
  },
  investorUsers: {
    table: 'investor_users',
    everybody: { userId: 't.user_id', investorId: 't.investor_id' },
    audience: 'false',
  },
}

export const seenEntities = Object.keys(visibilities)

function selectOf(entity: string, visibility: Visibility, isStaff: boolean): string {
  const { table, everybody, staff, investor, audience, isForInvestorsOnly = false } = visibility
  const columns = {
    id: 't.id',
    number: 't.n',
    createdAt: moment('created_at'),
    updatedAt: moment('updated_at'),
    ...everybody,
    ...(isStaff ? { ...staff, createdBy: 't.created_by' } : investor),
  }
  const list = Object.entries(columns).map(([name, sql]) => `${sql} as "${name}"`)
  return `select '${entity}' as entity, row_to_json(w) as row from (select ${list.join(', ')} from ${table} t
where t.tenant_id = $1 and t.deleted_at is null and ${isStaff ? `$2::uuid[] is not null and ${!isForInvestorsOnly}` : audience}) w`
}

const sqlFor = (isStaff: boolean) =>
  Object.entries(visibilities)
    .map(([entity, visibility]) => selectOf(entity, visibility, isStaff))
    .join('\nunion all\n')
const sqls = { staff: sqlFor(true), investor: sqlFor(false) }

type IsHidden = (entity: string, field: string, role: Role) => boolean
let isHidden: IsHidden = () => false

/** During an update, hides a field, or with `id` all rows of an entity, from a role. */
export const hideFromRows = (hides: IsHidden): void => void (isHidden = hides)

const readIn = (entity: string, row: Row, role: Role): Row =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([field]) => field === 'id' || !isHidden(entity, field, role))
      .map(([field, value]) => [field, field === 'changes' ? readableChanges(row, value, role) : value]),
  )

const readableChanges = ({ entityType }: Row, changes: unknown, role: Role): unknown =>
  (changes as readonly unknown[][] | null)?.filter(
    ([field, , , entity = entityType]) =>
      !isHidden(entity as string, 'id', role) && !isHidden(entity as string, field as string, role),
  ) ?? null

export async function investorsOf(sql: Sql, { identity }: Person): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select l.investor_id as id from investor_users l join investors i on i.tenant_id = l.tenant_id and i.id = l.investor_id
    where l.tenant_id = ${identity.tenantId} and l.user_id = ${identity.id} and l.deleted_at is null and i.deleted_at is null`
  return rows.map(({ id }) => id)
}

export async function visibleRows(sql: Sql, person: Person): Promise<Rows> {
  const isStaff = person.role !== 'INVESTOR'
  const own = isStaff ? [] : await investorsOf(sql, person)
  const found = await sql.unsafe<{ entity: string; row: Row & { id: string } }[]>(
    isStaff ? sqls.staff : sqls.investor,
    [person.identity.tenantId, own],
    { prepare: true },
  )
  return new Map(
    found
      .filter(({ entity }) => !isHidden(entity, 'id', person.role))
      .map(({ entity, row }) => [`${entity} ${row.id}`, readIn(entity, row, person.role)]),
  )
}

export const textOf = (row: Row): string => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))
