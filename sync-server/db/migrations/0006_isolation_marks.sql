alter table epochs enable row level security;
--> statement-breakpoint
alter table epochs force row level security;
--> statement-breakpoint
create policy of_tenant on epochs using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on epochs to holdfast_app;
--> statement-breakpoint
alter table marks enable row level security;
--> statement-breakpoint
alter table marks force row level security;
--> statement-breakpoint
create policy of_tenant on marks using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on marks to holdfast_app;
