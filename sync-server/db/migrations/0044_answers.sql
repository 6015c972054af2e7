CREATE TABLE "answers" (
	"tenant_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"answer" text,
	"until" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "answers_tenant_id_key_pk" PRIMARY KEY("tenant_id","key")
);
--> statement-breakpoint
CREATE INDEX "answers_until" ON "answers" USING btree ("tenant_id","until");
--> statement-breakpoint
alter table answers enable row level security;
--> statement-breakpoint
alter table answers force row level security;
--> statement-breakpoint
create policy of_tenant on answers using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on answers to holdfast_app;
--> statement-breakpoint
grant select, insert, update, delete on answers to holdfast_upkeep;
--> statement-breakpoint
-- Answers were kept with the verdicts, for 180 days; they hold links and rows.
do $$
declare
  tenant uuid;
begin
  for tenant in select id from directory.tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    delete from verdicts where tenant_id = tenant and result ->> 'answer' like 'v1.%';
  end loop;
end $$;
