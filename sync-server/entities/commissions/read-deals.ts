import type { Deal } from '#schema/portfolio/accruals.ts'
import type { TenantTx } from '#server/db/connect/database.ts'

interface FoundDeal extends Deal {
  readonly investorId: string
}

/**
 * One statement, hence one snapshot. Commissions of deleted agreements and investments still count: they may be
 * restored.
 */
export const readDeals = (tx: TenantTx, investorIds: readonly string[] | null = null): Promise<FoundDeal[]> =>
  tx.query<FoundDeal>(dealsSql, [tx.tenantId, investorIds])

export interface BeyondExit {
  readonly id: string
  readonly investmentId: string
  readonly amount: string
  readonly currency: string
}

/** Paid ones: see accruals.ts. */
export const readBeyondExits = (tx: TenantTx, investmentId: string | null = null): Promise<BeyondExit[]> =>
  tx.query<BeyondExit>(beyondExitsSql, [tx.tenantId, investmentId])

const isBeyondExit = `c.deleted_at is null and c.fee_type = 'MANAGEMENT' and c.paid_date is null
  and i2.status = 'EXITED' and c.calculated_on > i2.exited_on`

const beyondExitsSql = `select c.id, c.investment_id as "investmentId", c.amount::text, c.currency
from investments i2
join commissions c on c.tenant_id = $1 and c.investment_id = i2.id and c.agreement_id is not null and ${isBeyondExit}
where i2.tenant_id = $1 and i2.deleted_at is null and ($2::uuid is null or i2.id = $2)
order by c.calculated_on, c.id`

const dealsSql = `select v.id as "investorId",
  json_build_object('isActive', r.is_active, 'inactiveFrom', r.inactive_from::text, 'activeFrom', r.active_from::text, 'earlierPauses', r.earlier_pauses) as contact,
  (select json_agg(json_build_object('id', a.id, 'commissionPercentage', a.commission_percentage::text, 'frequency', a.frequency) order by a.id)
    from referral_commissions a
    where a.tenant_id = $1 and a.referral_id = r.id and a.project_id = i.project_id and a.deleted_at is null) as agreements,
  json_agg(json_build_object('id', i.id, 'amount', i.amount::text, 'currency', i.currency, 'status', i.status,
    'investmentDate', i.investment_date::text, 'exitedOn', i.exited_on::text, 'exitedFromStart', i.exited_from_start) order by i.id) as investments,
  coalesce((select json_agg(w) from (
    select c.agreement_id as "agreementId", c.investment_id as "investmentId", a.frequency = 'PER_DEAL' as "isPerDeal",
      json_agg(json_build_object('calculatedOn', coalesce(c.calculated_on, i2.investment_date)::text, 'amount', c.amount::text,
        'percentage', c.percentage::text) order by coalesce(c.calculated_on, i2.investment_date)) as written
    from investments i2
    join commissions c on c.tenant_id = $1 and c.investment_id = i2.id
    join referral_commissions a on a.tenant_id = $1 and a.id = c.agreement_id and a.referral_id = r.id
    where i2.tenant_id = $1 and i2.investor_id = v.id and i2.project_id = i.project_id
      and (${isBeyondExit}) is not true
    group by c.agreement_id, c.investment_id, a.frequency) w), '[]') as accrued
from investors v
join referrals r on r.tenant_id = $1 and r.id = v.referral_id and r.deleted_at is null and r.is_active
join investments i on i.tenant_id = $1 and i.investor_id = v.id and i.deleted_at is null and i.status <> 'COMMITTED'
where v.tenant_id = $1 and v.deleted_at is null and ($2::uuid[] is null or v.id = any($2))
  and exists (select from referral_commissions a
    where a.tenant_id = $1 and a.referral_id = r.id and a.project_id = i.project_id and a.deleted_at is null)
group by v.id, r.id, r.is_active, r.inactive_from, r.active_from, r.earlier_pauses, i.project_id
order by v.id, i.project_id`
