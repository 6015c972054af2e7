// Histories have no exchange rates.
import type { Sql } from '../server/backend.ts'
import { assert } from './violation.ts'

/** An entity's own action, logged in place of everything that it wrote. */
const own = (entry: string) => `split_part(${entry}.action, '.', 2) not in ('create', 'update', 'delete', 'restore')`

/** Without cash flows a holding counts as paid in on its date; without rates only in the project's currency. */
const sharers = `select v.id as valuation_id, v.valuation_date, v.nav, i.id as investment_id, i.investor_id, i.amount
  from valuations v join projects p on p.tenant_id = v.tenant_id and p.id = v.project_id
  join investments i on i.tenant_id = v.tenant_id and i.project_id = v.project_id and i.currency = p.currency
  where v.tenant_id = $1 and v.deleted_at is null and i.deleted_at is null and i.investment_date <= v.valuation_date
    and (i.status in ('FUNDED', 'ACTIVE') or (i.status = 'EXITED' and i.exited_on > v.valuation_date))`

/** Largest remainder, in whole cents. */
const shares = `select valuation_id, valuation_date, investment_id, investor_id, (part + case when rank <= nav * 100 - sum(part) over (partition by valuation_id)
    then 1 else 0 end) / 100 as value
  from (select *, div(nav * 100 * amount, whole) as part, row_number() over (partition by valuation_id order by mod(nav * 100 * amount, whole) desc, investment_id) as rank
    from (select *, sum(amount) over (partition by valuation_id) as whole from (${sharers}) a) b) c`

const questions: Readonly<Record<string, string>> = {
  'raisedAmount is the sum in the project’s currency': `
    select p.id from projects p where p.tenant_id = $1 and p.deleted_at is null and p.raised_amount <> coalesce((select sum(i.amount)
      from investments i where i.tenant_id = $1 and i.project_id = p.id and i.deleted_at is null and i.currency = p.currency), 0)`,
  'actualTotalInvested is what of it is paid in': `
    select p.id from projects p where p.tenant_id = $1 and p.deleted_at is null and p.actual_total_invested <> coalesce((select sum(i.amount)
      from investments i where i.tenant_id = $1 and i.project_id = p.id and i.deleted_at is null and i.currency = p.currency
      and i.status in ('FUNDED', 'ACTIVE', 'EXITED')), 0)`,
  'totalInvested is the sum in dollars': `
    select v.id from investors v where v.tenant_id = $1 and v.deleted_at is null and v.total_invested <> coalesce((select sum(i.amount)
      from investments i where i.tenant_id = $1 and i.investor_id = v.id and i.deleted_at is null and i.currency = 'USD'), 0)`,
  'an investment carries its project’s name': `
    select i.id from investments i join projects p on p.tenant_id = i.tenant_id and p.id = i.project_id
      where i.tenant_id = $1 and i.deleted_at is null and i.project_name is distinct from p.name`,
  'each valuation is split over what was paid in by its day': `
    select coalesce(s.investment_id, h.investment_id) as id from (${shares}) s
      full join (select * from holding_values where tenant_id = $1 and deleted_at is null) h using (investment_id, valuation_id)
      where s.value is distinct from h.value or s.investor_id <> h.investor_id or s.valuation_date <> h.valuation_date`,
  'an investment carries its latest share': `
    select i.id from investments i
      left join lateral (select h.value, h.valuation_date as day from holding_values h where h.tenant_id = $1 and h.investment_id = i.id
        and h.deleted_at is null order by h.valuation_date desc, h.valuation_id desc limit 1) h on true
      left join lateral (select max(v.valuation_date) as day from valuations v where v.tenant_id = $1 and v.project_id = i.project_id
        and v.deleted_at is null) v on true
      where i.tenant_id = $1 and i.deleted_at is null and (i.value, i.value_date, i.value_ratio) is distinct from
        (case when v.day is not null then coalesce(h.value, 0) end, coalesce(h.day, v.day), round(h.value / i.amount, 6))`,
  'the valueRatio of a valuation is its NAV over what was paid in by its day': `
    select v.id from valuations v where v.tenant_id = $1 and v.deleted_at is null
      and v.value_ratio is distinct from round(v.nav / (select sum(s.amount) from (${sharers}) s where s.valuation_id = v.id), 6)`,
  'each action has exactly one activity': `
    select coalesce(l.entity_id, a.entity_id) as id
      from (select entity_id, split_part(action, '.', 2) as action, count(*) as times from (select * from audit_logs e where tenant_id = $1 and (${own('e')}
        or (details::jsonb ? 'after' and not exists (select from audit_logs o where o.tenant_id = $1 and o.n = e.n and ${own('o')}
          and not (o.action = 'projects.exit' and e.entity_type = 'investments'))))) e group by 1, 2) l
      full join (select entity_id, action, count(*) as times from activities where tenant_id = $1 group by 1, 2) a
        using (entity_id, action) where l.times is distinct from a.times`,
  'an activity is visible to no more people than its record': `
    select a.id from activities a where a.tenant_id = $1 and a.shown and (a.entity_type = any($2::text[]) or not exists (
      select from projects p where p.tenant_id = $1 and p.id = a.entity_id and p.deleted_at is null and p.is_visible_to_investors
      union all select from documents d join projects p on p.tenant_id = $1 and p.id = d.project_id and p.is_visible_to_investors
        where d.tenant_id = $1 and d.id = a.entity_id and d.deleted_at is null and d.investor_id is null and d.audience = 'INVESTORS'
      union all select from valuations v join projects p on p.tenant_id = $1 and p.id = v.project_id and p.is_visible_to_investors
        where v.tenant_id = $1 and v.id = a.entity_id and v.deleted_at is null))
    union all select a.id from activities a where a.tenant_id = $1 and a.investor_id is not null and (a.entity_type = any($2::text[]) or not exists (
      select from investors v where v.tenant_id = $1 and v.id = a.entity_id and v.deleted_at is null and v.id = a.investor_id
      union all select from investments i where i.tenant_id = $1 and i.id = a.entity_id and i.deleted_at is null and i.investor_id = a.investor_id
      union all select from documents d where d.tenant_id = $1 and d.id = a.entity_id and d.deleted_at is null and d.investor_id = a.investor_id))`,
  'no live record belongs to a deleted one': `
    select i.id from investments i join projects p on p.tenant_id = i.tenant_id and p.id = i.project_id
      where i.tenant_id = $1 and i.deleted_at is null and p.deleted_at is not null
    union all select i.id from investments i join investors v on v.tenant_id = i.tenant_id and v.id = i.investor_id
      where i.tenant_id = $1 and i.deleted_at is null and v.deleted_at is not null
    union all select d.id from documents d left join projects p on p.tenant_id = d.tenant_id and p.id = d.project_id
      left join investors v on v.tenant_id = d.tenant_id and v.id = d.investor_id
      where d.tenant_id = $1 and d.deleted_at is null and (p.deleted_at is not null or v.deleted_at is not null)
    union all select n.id from valuations n join projects p on p.tenant_id = n.tenant_id and p.id = n.project_id
      where n.tenant_id = $1 and n.deleted_at is null and p.deleted_at is not null`,
}

export async function checkSums(sql: Sql, tenantId: string, withdrawn: readonly string[] = []): Promise<void> {
  for (const [rule, question] of Object.entries(questions)) {
    const given = question.includes('$2') ? [tenantId, [...withdrawn]] : [tenantId]
    const wrong = await sql.unsafe<{ id: string }[]>(question, given, { prepare: true })
    assert(wrong.length === 0, () => `Violated: ${rule}: ${wrong.map(({ id }) => id).join(', ')}`)
  }
}
