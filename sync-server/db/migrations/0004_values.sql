-- Values of columns that came with the last migrations. Every row that changes takes a new number, at most 2,000 rows each.
do $$
declare
  tenant uuid;
  last bigint;
  changed bigint;
begin
  for tenant in select id from directory.tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    select n into last from tenant_numbers where tenant_id = tenant for update;

    update documents d set n = last + next.step, audience = next.audience,
      shown = d.shown and next.audience = 'INVESTORS'
    from (select id, case when type in ('FACT_SHEET', 'REPORT') then 'INVESTORS' else 'STAFF' end as audience,
        (row_number() over (order by n, id) + 1999) / 2000 as step
      from documents where tenant_id = tenant) next
    where d.tenant_id = tenant and d.id = next.id;
    get diagnostics changed = row_count;
    last := last + (changed + 1999) / 2000;

    update valuations v set n = last + next.step, value_ratio = next.ratio
    from (select id, ratio, (row_number() over (order by n, id) + 1999) / 2000 as step
      from (select w.id, w.n, round(w.nav / nullif((
          select sum(i.amount) from investments i join projects p on p.tenant_id = tenant and p.id = i.project_id
          where i.tenant_id = tenant and i.project_id = w.project_id and i.deleted_at is null and i.currency = p.currency
            and i.status <> 'COMMITTED' and i.investment_date <= w.valuation_date), 0), 6) as ratio
        from valuations w where w.tenant_id = tenant and w.deleted_at is null) rated
      where ratio is not null) next
    where v.tenant_id = tenant and v.id = next.id;
    get diagnostics changed = row_count;
    last := last + (changed + 1999) / 2000;

    update user_preferences u set n = last + next.step, time_zone = next.zone, date_format = next.format
    from (select id, zone, format, (row_number() over (order by n, id) + 1999) / 2000 as step
      from (select id, n, time_zone, date_format,
          case when time_zone = 'UTC' or time_zone ~ '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/'
            and exists (select from pg_timezone_names where name = time_zone) then time_zone else 'UTC' end as zone,
          case when date_format in ('MM/DD/YYYY', 'DD/MM/YYYY', 'DD.MM.YYYY', 'YYYY-MM-DD') then date_format else 'MM/DD/YYYY' end as format
        from user_preferences where tenant_id = tenant) closed
      where (zone, format) is distinct from (time_zone, date_format)) next
    where u.tenant_id = tenant and u.id = next.id;
    get diagnostics changed = row_count;
    last := last + (changed + 1999) / 2000;

    update tenant_numbers set n = last where tenant_id = tenant;
  end loop;
end $$;
