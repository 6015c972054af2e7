CREATE TABLE "held_changes" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"device" text,
	"change" text,
	"state" text NOT NULL,
	"verdict" jsonb,
	"decided_by" uuid,
	"decided_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "held_changes_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "directory"."sessions" ADD COLUMN "is_withdrawn" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE INDEX "held_changes_created_at" ON "held_changes" USING btree ("tenant_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "held_changes_session_id" ON "held_changes" USING btree ("tenant_id","session_id");
--> statement-breakpoint
alter table held_changes enable row level security;
--> statement-breakpoint
alter table held_changes force row level security;
--> statement-breakpoint
create policy of_tenant on held_changes using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on held_changes to holdfast_app;
--> statement-breakpoint
grant select, insert, update on held_changes to holdfast_upkeep;
