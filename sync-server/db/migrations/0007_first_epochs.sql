-- Each firm goes on with the epoch that the database had, where it is; what its people were told is in their verdicts.
insert into directory.home (place) select bound_to from directory.epochs order by created_at desc, id desc limit 1;
--> statement-breakpoint
do $$
declare
  tenant uuid;
begin
  for tenant in select id from directory.tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    insert into epochs (tenant_id, ordinal, id, began, created_at)
    select tenant, 1, coalesce((select id from directory.epochs order by created_at desc, id desc limit 1), gen_random_uuid()::text), 0, now();
    update scopes s set told = v.told from (
      select user_id, max((result ->> 'number')::bigint) as told from verdicts where tenant_id = tenant group by user_id) v
    where s.tenant_id = tenant and s.user_id = v.user_id and v.told is not null;
  end loop;
end $$;
