-- Holdings in another currency than their project's have had a share of its NAV only since a rule that came later than
-- some of their rows: a job computes the ratios of each firm anew, in parts, with numbers like every write.
do $$
declare
  tenant uuid;
begin
  for tenant in select id from directory.tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    insert into jobs (tenant_id, kind, key, run_at) values (tenant, 'ratioRenewal', '', now());
  end loop;
end $$;
