alter table activities add constraint activities_investor_id_fk foreign key (tenant_id, investor_id) references investors (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table activities enable row level security;
--> statement-breakpoint
alter table activities force row level security;
--> statement-breakpoint
create policy of_tenant on activities using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on activities to holdfast_app;
