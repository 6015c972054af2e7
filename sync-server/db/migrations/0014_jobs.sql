CREATE TABLE "jobs" (
	"tenant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"run_at" timestamp(3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"done_at" timestamp(3) with time zone,
	CONSTRAINT "jobs_tenant_id_kind_key_pk" PRIMARY KEY("tenant_id","kind","key")
);
--> statement-breakpoint
CREATE INDEX "jobs_run_at" ON "jobs" USING btree ("tenant_id","run_at");
--> statement-breakpoint
alter table jobs enable row level security;
--> statement-breakpoint
alter table jobs force row level security;
--> statement-breakpoint
create policy of_tenant on jobs using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on jobs to holdfast_app;
